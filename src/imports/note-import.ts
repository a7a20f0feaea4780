import type { PhotoSource } from '../contract/photos/photo-sources.ts'

export const importOutcomes = ['imported', 'duplicate', 'failed'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** Call once for each file of an import, at its end. */
export type NoteImport = (source: PhotoSource, outcome: ImportOutcome) => void
