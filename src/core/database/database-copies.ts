import { constants, Database } from 'bun:sqlite'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { giveToFolderOwner } from './folder-owner.ts'
import { applyMigrations, newestSchema, schemaOf } from './migrate.ts'

/** A copy of the database in backups/. `time` is when it was made, in UTC: 20261122T033000Z. */
export type DatabaseCopy = { readonly path: string; readonly schema: number; readonly time: string }

/** What a copy is made before, as the end of 'before it is …'. */
type Purpose = 'upgraded' | 'replaced'

/** How many copies are kept, each of another schema. */
const keptCopies = 3
/** For what is written besides the copy, such as by the migrations, in bytes. */
const reserveBytes = 2 ** 20

const copyName = /^vitrine-schema-(\d+)-(\d{8}T\d{6}Z)\.db$/

/**
 * Copies the database at `path`, which `connection` has open, to backups/ beside it. However this
 * ends, the copy is complete or absent. @returns the path of the copy.
 * @throws Error, changing nothing, if there is too little space or the database is damaged.
 */
export function copyDatabase(connection: Database, path: string, purpose: Purpose): string {
  const folder = copiesFolderOf(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveToFolderOwner(folder)
  const needed = 2 * sizeOf(connection) + reserveBytes
  if (freeIn(folder) < needed) throw new Error(noRoom(needed, folder, purpose))
  const schema = schemaOf(connection)
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const copy = join(folder, `vitrine-schema-${schema}-${time}.db`)
  const part = `${copy}.part`
  for (const name of readdirSync(folder)) {
    if (/^vitrine-schema-.*\.part/.test(name)) rmSync(join(folder, name), { force: true })
  }
  try {
    connection.query('VACUUM INTO ?').run(part)
    chmodSync(part, 0o600)
    giveToFolderOwner(part)
    requireWhole(part, schema, `so it was not ${purpose}`)
    sync(part)
  } catch (error) {
    rmSync(part, { force: true })
    if (/^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(String((error as { code?: unknown }).code))) {
      throw new Error(noRoom(2 * reserveBytes, folder, purpose))
    }
    throw error
  }
  renameSync(part, copy)
  sync(folder)
  return copy
}

/** The copies of the database at `path`, newest first. */
export function copiesOf(path: string): DatabaseCopy[] {
  const folder = copiesFolderOf(path)
  let names: string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    // A data folder of an earlier version has no backups/.
  }
  return names
    .flatMap((name) => {
      const [, schema, time] = copyName.exec(name) ?? []
      return schema && time ? [{ path: join(folder, name), schema: Number(schema), time }] : []
    })
    .sort((a, b) => (a.time < b.time ? 1 : -1))
}

/** When a copy was made, for a person. */
export const timeOfCopy = ({ time }: DatabaseCopy): string =>
  time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)\d\dZ$/, '$1-$2-$3 $4:$5 UTC')

/**
 * Keeps the newest copy of each schema: a start that fails repeatedly makes many of the same one.
 */
export function pruneCopies(path: string): void {
  const schemas = new Set<number>()
  for (const copy of copiesOf(path)) {
    if (schemas.has(copy.schema) || schemas.size === keptCopies) rmSync(copy.path, { force: true })
    else schemas.add(copy.schema)
  }
}

/**
 * A scratch file of a copy, upgraded to `schema` as far as this program can, with the database at
 * `path` attached as `now`. The caller closes it, which removes the file.
 */
export function openToCompare(copy: DatabaseCopy, path: string, schema: number) {
  // Named like an unfinished copy, so that it is removed after a crash.
  const scratch = `${copy.path}.compared.part`
  copyFileSync(copy.path, scratch)
  const connection = new Database(scratch, { readwrite: true, strict: true })
  const close = (): void => {
    connection.close()
    rmSync(scratch, { force: true })
  }
  try {
    connection.run('PRAGMA journal_mode = MEMORY')
    connection.run('PRAGMA synchronous = OFF')
    applyMigrations(connection, Math.min(schema, newestSchema))
    connection.run('ATTACH ? AS now', [path])
  } catch (error) {
    close()
    throw error
  }
  return { connection, close }
}

/** Opens the database at `path`, of any schema, while no other program uses it. */
export function openToReplace(path: string) {
  const connection = new Database(path, { readwrite: true, strict: true })
  return {
    connection,
    schema: schemaOf(connection),
    /** Closes it with the changes of its log in the file, so that one rename replaces it whole. */
    closeWithoutLog: (): void => {
      connection.run('PRAGMA wal_checkpoint(TRUNCATE)')
      connection.run('PRAGMA journal_mode = DELETE')
      connection.close()
    },
  }
}

/**
 * Puts a copy in place of the database at `path`. No program may have it open, and it must have no
 * log. However this ends, the database is either the present one or the copy's; the copy is kept.
 * @throws Error, changing nothing, if the copy is damaged or there is too little space.
 */
export function putBackCopy(copy: DatabaseCopy, path: string): void {
  const part = join(copiesFolderOf(path), `vitrine-schema-${copy.schema}-put-back.db.part`)
  try {
    copyFileSync(copy.path, part)
    chmodSync(part, 0o600)
    giveToFolderOwner(part)
    requireWhole(part, copy.schema, 'so it was not put back')
    sync(part)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  renameSync(part, path)
  sync(dirname(path))
}

const copiesFolderOf = (path: string) => join(dirname(path), 'backups')

function sizeOf(connection: Database): number {
  const pragma = (name: string) =>
    Object.values(connection.query<Record<string, number>, []>(`PRAGMA ${name}`).get()!)[0]!
  return pragma('page_count') * pragma('page_size')
}

function freeIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const noRoom = (needed: number, folder: string, purpose: Purpose) =>
  `Too little space to copy the database before it is ${purpose}: ${mebibytes(needed)} are needed, and ${mebibytes(freeIn(folder))} are free on the disk holding ${dirname(folder)}. Nothing was changed. Free some space and ${purpose === 'upgraded' ? 'start again' : 'try again'}.`

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`

/** `consequence` says what was not done. */
function requireWhole(path: string, schema: number, consequence: string): void {
  const address = `file://${path.split('/').map(encodeURIComponent).join('/')}?immutable=1`
  const copy = new Database(address, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
  try {
    const found = copy.query<{ quick_check: string }, []>('PRAGMA quick_check').all()
    if (found[0]?.quick_check !== 'ok' || schemaOf(copy) !== schema) {
      throw new Error(
        `The database is damaged, ${consequence}: ${found[0]?.quick_check}. Nothing was changed. Restore a backup, or use the previous version.`,
      )
    }
  } finally {
    copy.close()
  }
}

function sync(path: string): void {
  // Windows cannot open a folder; its renames are journalled anyway.
  if (process.platform === 'win32' && !path.endsWith('.part')) return
  const file = openSync(path, path.endsWith('.part') ? 'r+' : 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
