import { constants, Database } from 'bun:sqlite'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { giveToFolderOwner } from './folder-owner.ts'
import { applyMigrations, newestSchema, schemaOf } from './migrate.ts'

/** `copy` is the path of the database as it was before. */
export type Upgrade = { readonly from: number; readonly to: number; readonly copy: string }

/** How many copies are kept, each of another schema. */
const keptCopies = 3
/** For what the migrations write besides the copy, in bytes. */
const reserveBytes = 2 ** 20

const copyName = /^vitrine-schema-(\d+)-(\d{8}T\d{6}Z)\.db$/

/**
 * Copies the database to backups/ beside it and then migrates it in one transaction: whenever this
 * ends, the database is either the old or the new one, and the copy complete or absent.
 * @throws Error, changing nothing, if there is not enough space for the copy.
 */
export function upgrade(connection: Database, path: string): Upgrade {
  const folder = backupsOf(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveToFolderOwner(folder)
  const from = schemaOf(connection)
  requireSpace(connection, folder)
  const copy = copyDatabase(connection, from, folder)
  applyMigrations(connection)
  // A program that only reads the file's header must see the new schema.
  connection.run('PRAGMA wal_checkpoint(TRUNCATE)')
  prune(folder)
  return { from, to: newestSchema, copy }
}

const backupsOf = (path: string) => join(dirname(path), 'backups')

/** A line for the person who is waiting for the server to start. */
export const upgradeNote = ({ from, to, copy }: Upgrade): string =>
  `Upgraded the database from schema ${from} to ${to}. The old database was copied to ${copy}`

function requireSpace(connection: Database, folder: string): void {
  const pragma = (name: string) =>
    Object.values(connection.query<Record<string, number>, []>(`PRAGMA ${name}`).get()!)[0]!
  const needed = 2 * pragma('page_count') * pragma('page_size') + reserveBytes
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < needed) throw new Error(noRoom(needed, bavail * bsize, folder))
}

const noRoom = (needed: number, free: number, folder: string) =>
  `Too little space to copy the database before it is upgraded: ${mebibytes(needed)} are needed, and ${mebibytes(free)} are free on the disk holding ${dirname(folder)}. Nothing was changed. Free some space and start again.`

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`

/** @returns the path of the copy. */
function copyDatabase(connection: Database, schema: number, folder: string): string {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const path = join(folder, `vitrine-schema-${schema}-${time}.db`)
  const part = `${path}.part`
  for (const name of readdirSync(folder)) {
    if (/^vitrine-schema-.*\.part/.test(name)) rmSync(join(folder, name), { force: true })
  }
  try {
    connection.query('VACUUM INTO ?').run(part)
    chmodSync(part, 0o600)
    giveToFolderOwner(part)
    requireWhole(part, schema)
    sync(part)
  } catch (error) {
    rmSync(part, { force: true })
    if (/^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(String((error as { code?: unknown }).code))) {
      const { bavail, bsize } = statfsSync(folder)
      throw new Error(noRoom(2 * reserveBytes, bavail * bsize, folder))
    }
    throw error
  }
  renameSync(part, path)
  sync(folder)
  return path
}

function requireWhole(path: string, schema: number): void {
  const address = `file://${path.split('/').map(encodeURIComponent).join('/')}?immutable=1`
  const copy = new Database(address, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
  try {
    const found = copy.query<{ quick_check: string }, []>('PRAGMA quick_check').all()
    if (found[0]?.quick_check !== 'ok' || schemaOf(copy) !== schema) {
      throw new Error(
        `The database is damaged, so it was not upgraded: ${found[0]?.quick_check}. Nothing was changed. Restore a backup, or use the previous version.`,
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

/** The copies in a folder, newest first. */
function copiesIn(folder: string): { path: string; schema: number; time: string }[] {
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

/**
 * Keeps the newest copy of each schema: a start that fails repeatedly makes many of the same one.
 */
function prune(folder: string): void {
  const schemas = new Set<number>()
  for (const { path, schema } of copiesIn(folder)) {
    if (schemas.has(schema) || schemas.size === keptCopies) rmSync(path, { force: true })
    else schemas.add(schema)
  }
}

/** Why a newer database is not opened, and the ways out. */
export function newerDatabase(version: number, path: string): string {
  const copy = copiesIn(backupsOf(path)).find(({ schema }) => schema <= newestSchema)
  const back = copy
    ? ` To go back to this version, put backups/${basename(copy.path)} in place of vitrine.db, and remove vitrine.db-wal and vitrine.db-shm; changes after ${timeOf(copy.time)} are then lost.`
    : ''
  return `The data folder was last used by a newer version of Vitrine (schema ${version}; this version supports ${newestSchema}). Nothing was changed. Start that version or a newer one.${back}`
}

const timeOf = (time: string) =>
  time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)\d\dZ$/, '$1-$2-$3 $4:$5 UTC')
