/** SCHEDULED → STARTED → FINISHED or ABORTED; SCHEDULED → ABORTED. The last two are final. */
export const jobStates = ['SCHEDULED', 'STARTED', 'FINISHED', 'ABORTED'] as const
export type JobState = (typeof jobStates)[number]
