/** Kinds, states and choices of folders that stay in sync, without the schemas that use them. */
export const sourceKinds = ['folder', 'drive'] as const
export type SourceKind = (typeof sourceKinds)[number]

export const whenGoneChoices = ['nothing', 'trash'] as const
export type WhenGone = (typeof whenGoneChoices)[number]

export const sourceStates = ['idle', 'running', 'asking', 'failed'] as const

export const changeKinds = ['new', 'changed', 'moved', 'gone', 'conflicting'] as const
export type ChangeKind = (typeof changeKinds)[number]
