/**
 * How a backup into a folder can end. 'missing' and 'wrong' are about the folder, in which nothing
 * was written: its backups are gone, as with a disk that is not mounted, or it has other contents.
 */
export const backupOutcomes = [
  'done',
  'incomplete',
  'missing',
  'wrong',
  'failed',
  'busy',
  'stopped',
] as const
export type BackupOutcome = (typeof backupOutcomes)[number]
