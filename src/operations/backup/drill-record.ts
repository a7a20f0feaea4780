import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { schema } from '../../contract/schema.ts'
import { makeFolder } from '../../core/database/folder-owner.ts'
import type { Library } from '../../storage/library.ts'

const drillRecord = schema(() =>
  z.object({
    /** The folder of the backup. */
    folder: z.string(),
    /** In ms. */
    at: z.int().nonnegative().max(8.64e15),
    /** How many photos were restored. */
    photos: z.int().nonnegative(),
    /** Sentences for the owner; none if everything was good. */
    problems: z.array(z.string()),
  }),
)

/** The last restore drill of a backup. */
export type DrillRecord = Readonly<z.infer<ReturnType<typeof drillRecord>>>

/** How many folders, and problems of each, are remembered. */
const keptFolders = 20
const keptProblems = 20

/** One for each folder, the oldest first. Reads one small file, so the answer is always the newest. */
export function lastDrills(library: Pick<Library, 'drillsPath'>): readonly DrillRecord[] {
  try {
    return z.array(drillRecord()).parse(JSON.parse(readFileSync(library.drillsPath, 'utf8')))
  } catch {
    return []
  }
}

/** Replaces what is known of the folder's last drill. */
export async function noteDrill(
  library: Pick<Library, 'backups' | 'drillsPath' | 'writeDurably'>,
  drill: DrillRecord,
): Promise<void> {
  const others = lastDrills(library).filter(({ folder }) => folder !== drill.folder)
  const noted = { ...drill, problems: drill.problems.slice(0, keptProblems) }
  const all = [...others, noted].slice(-keptFolders)
  await makeFolder(library.backups)
  await library.writeDurably(
    library.drillsPath,
    new TextEncoder().encode(`${JSON.stringify(all)}\n`),
  )
}
