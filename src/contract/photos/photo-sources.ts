/** How a photo got into the gallery. */
export const photoSources = ['local', 'drive', 'cli', 'folder'] as const
export type PhotoSource = (typeof photoSources)[number]
