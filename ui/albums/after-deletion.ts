/** The history state of the list of albums where it takes the place of one that was deleted. */
export const afterDeletion = { isAfterDeletion: true } as const

export const isAfterDeletion = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isAfterDeletion' in state
