/** What can be wrong with an original: it is not there, not as it was, or the disk reports an error. */
export const originalFaults = ['missing', 'changed', 'unreadable'] as const
export type OriginalFault = (typeof originalFaults)[number]
