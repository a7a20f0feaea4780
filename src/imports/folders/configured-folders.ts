import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { addSource } from './add-source.ts'
import type { SourceRow } from './row.ts'
import type { Drivers } from './runner.ts'
import type { SourceStore } from './store.ts'

type Parts = {
  readonly store: Store
  readonly rows: SourceStore
  readonly drivers: Drivers
  readonly clock: Clock
}

const configuredSettings = {
  everyHours: 1,
  subfolders: true,
  albumPerSubfolder: false,
  whenGone: 'nothing',
} as const

/**
 * Follows the folders of the command line. Those of an earlier start are kept, and are compared on
 * request only. @returns where these are.
 * @throws AppError if a folder cannot be used.
 */
export async function configureFolders(paths: readonly string[], parts: Parts): Promise<string[]> {
  const { store, rows } = parts
  const configured = new Set<string>()
  for (const path of paths) {
    const { id, every_hours: hours } = await configuredFolder(path, parts)
    configured.add(id)
    await store.note(() => rows.set(id, { is_configured: 1, every_hours: hours ?? 1 }))
  }
  const left = rows.list().filter((row) => row.is_configured === 1 && !configured.has(row.id))
  for (const { id } of left) {
    await store.note(() => rows.set(id, { is_configured: 0, every_hours: null, next_run_at: null }))
  }
  return left.map(({ location }) => location)
}

/** The source at a path, which is added if it is new. */
async function configuredFolder(path: string, parts: Parts): Promise<SourceRow> {
  const { rows, drivers } = parts
  const wanted = { kind: 'folder', path, ...configuredSettings } as const
  const sourceAt = (location: string) =>
    rows.list().find((row) => row.kind === 'folder' && row.location === location)
  const { location } = await drivers.folder!.check(wanted).catch((error: unknown) => {
    // A disk that is not connected now must not keep the gallery from starting.
    if (sourceAt(path)) return { location: path }
    throw error
  })
  return sourceAt(location) ?? (await addSource(wanted, true, parts))
}
