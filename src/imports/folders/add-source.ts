import type { NewSource } from '../../contract/imports/sources.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import type { SourceDriver } from './driver.ts'
import type { NewSourceRow, SourceRow } from './row.ts'
import type { Drivers } from './runner.ts'
import { columnsOf } from './source-settings.ts'
import type { SourceStore } from './store.ts'
import { isInside } from './walk.ts'

type AddParts = {
  readonly store: Store
  readonly rows: SourceStore
  readonly drivers: Drivers
  readonly clock: Clock
}

/** @throws AppError 400, 404 or 409 if the folder cannot be used, 501 for an unknown kind. */
export async function addSource(
  wanted: NewSource,
  isConfigured: boolean,
  { store, rows, drivers, clock }: AddParts,
): Promise<SourceRow> {
  const driver = drivers[wanted.kind] as SourceDriver | undefined
  if (!driver) throw new AppError(501, `this gallery has no sources of the kind “${wanted.kind}”`)
  const { location, name } = await driver.check(wanted)
  const id = Bun.randomUUIDv7(undefined, clock.now())
  return store.note(() => {
    requireOwnFolder(wanted.kind, location, rows)
    rows.insert({
      id,
      kind: wanted.kind,
      location,
      name,
      is_configured: Number(isConfigured),
      ...columnsOf(wanted),
    } as NewSourceRow)
    return rows.byId(id)!
  })
}

/** A folder within another would give each photo two files. */
function requireOwnFolder(kind: SourceRow['kind'], location: string, rows: SourceStore): void {
  for (const other of rows.list().filter((row) => row.kind === kind)) {
    if (other.location === location) {
      throw new AppError(409, `“${other.name}” is already a source`, { sourceId: other.id })
    }
    const overlap = kind === 'folder' && overlapOf(location, other.location)
    if (overlap) throw new AppError(409, overlap, { sourceId: other.id })
  }
}

/** @returns undefined if neither folder is in the other. */
function overlapOf(location: string, other: string): string | undefined {
  if (isInside(location, other))
    return `“${location}” is inside “${other}”, which is already a source`
  if (isInside(other, location))
    return `“${location}” contains “${other}”, which is already a source`
  return undefined
}
