import { readdirSync, statfsSync, statSync } from 'node:fs'
import { isSystemName } from '../../contract/imports/system-names.ts'
import type { Clock } from '../../core/clock.ts'
import { type DamageKind, damageOf } from '../../core/database/damage-of.ts'
import { diskFull, isDiskFull } from '../../core/database/disk-full.ts'
import type { Watch } from '../../core/database/open.ts'
import { StoreError } from '../../core/errors.ts'
import { hourMs } from '../../core/time.ts'
import type { Library } from '../../storage/library.ts'
import { damageTexts } from './damage-texts.ts'

/** How often the log repeats what is wrong, in ms. */
const repeatMs = hourMs
/** How often the database's file is looked for before a write, in ms. */
const lookMs = 1000
/** Less free space than SQLite needs to continue, in bytes. */
const fullDiskBytes = 2 ** 17

type Found = { readonly kind: DamageKind; readonly detail: string }
type Parts = {
  library: Library
  clock: Pick<Clock, 'elapsed'>
  warn: (text: string) => void
}
/** What only the open database can tell. */
type Originals = {
  /** Whether originals are in the data folder, and the gallery has any. */
  readonly isNeeded: () => boolean
  /** Paths of some originals, all of which must not be missing; none in a small gallery. */
  readonly sample: () => string[]
}

export type Damage = ReturnType<typeof createDamage>

/**
 * Remembers what is wrong with the database, its disk and the folder of originals, as noticed by
 * requests, background work or a check of the files. The log gets one line for each
 * kind of damage, and another every hour while it lasts.
 */
export function createDamage({ library, clock, warn }: Parts) {
  const { report, repaired, refusalFor, isFound, all } = createFindings({ library, clock, warn })
  let database: string | undefined
  let originals: Originals | undefined
  let device: number | undefined
  let lookedAt = Number.NEGATIVE_INFINITY

  const lookForDatabase = () => {
    const now = identityOf(library.databasePath)
    if (database === undefined || now === database) repaired('lost database')
    else report('lost database', now === undefined ? 'has been removed' : 'has been replaced')
  }
  /** Looking costs one system call or two; the sample is only taken after a mount or unmount. */
  const lookForOriginals = () => {
    try {
      lookAtOriginals()
    } catch (error) {
      // The database that knows the originals is damaged itself.
      const kind = damageOf(error)
      if (kind === undefined) throw error
      report(kind, describe(error))
    }
  }
  const lookAtOriginals = () => {
    if (!originals?.isNeeded()) return repaired('originals')
    const state = stateOf(library.originals)
    if (state === 'missing' || state === 'empty') {
      return report('originals', state === 'empty' ? 'is empty' : 'does not exist')
    }
    if (state !== device || isFound('originals')) {
      const sample = originals.sample()
      if (sample.length > 0 && !sample.some((path) => identityOf(path))) {
        return report('originals', `has none of the ${sample.length} files that were looked for`)
      }
    }
    device = state
    repaired('originals')
  }

  /** @returns what to answer, if the error means damage or a full disk that SQLite cannot name. */
  const note = (error: unknown) => {
    const kind = damageOf(error)
    if (kind === undefined) return undefined
    if (kind === 'disk' && isFull(library.root)) return diskFull()
    report(kind, describe(error))
    return refusalFor(kind)
  }
  /** @throws StoreError 503 if what is written to the database would be lost. */
  const beforeWrite = () => {
    const now = clock.elapsed()
    if (now - lookedAt >= lookMs || isFound('lost database')) {
      lookedAt = now
      lookForDatabase()
    }
    if (isFound('lost database')) throw refusalFor('lost database')
  }

  return {
    /** Call once the database is open. */
    watch: (wanted: Originals) => {
      database = identityOf(library.databasePath)
      originals = wanted
    },
    note,
    /** Also if SQLite only says that it could not write. */
    isDiskFull: (error: unknown) => isFullDisk(error, library.root),
    /** The callbacks for the database, which is opened later. */
    watching: (releaseSpace: () => boolean): Watch => ({
      beforeWrite,
      onError: note,
      isDiskFull: (error) => isFullDisk(error, library.root),
      releaseSpace,
    }),
    /** Takes the result of the regular check of the database; undefined if it is intact. */
    noteCheck: (fault: string | undefined) => {
      if (fault === undefined) repaired('database')
      else report('database', fault)
    },
    /** Checks the files. @returns everything that is wrong now, the most serious first. */
    look: (): readonly Found[] => {
      lookForDatabase()
      lookForOriginals()
      return all()
    },
    /** Takes the result of a check whether the disk is writable. */
    noteWritable: () => repaired('read-only'),
    /** @throws StoreError 503 if the folder of originals is not the gallery's. */
    requireOriginals: () => {
      lookForOriginals()
      if (isFound('originals')) throw refusalFor('originals')
    },
  }
}

/** What is wrong at the moment, and what of it has been logged. */
function createFindings({ library: { root }, clock, warn }: Parts) {
  const found = new Map<DamageKind, Found>()
  const loggedAt = new Map<DamageKind, number>()
  return {
    report: (kind: DamageKind, detail: string) => {
      found.set(kind, { kind, detail })
      const now = clock.elapsed()
      if (now - (loggedAt.get(kind) ?? Number.NEGATIVE_INFINITY) < repeatMs) return
      loggedAt.set(kind, now)
      const { text, advice } = damageTexts(kind, { root, detail })
      warn(`${text} ${advice}`)
    },
    repaired: (kind: DamageKind) => {
      if (!found.delete(kind)) return
      loggedAt.delete(kind)
      warn(damageTexts(kind, { root, detail: '' }).repaired)
    },
    /** What to answer to requests that the damage makes impossible. */
    refusalFor: (kind: DamageKind) =>
      new StoreError(503, damageTexts(kind, { root, detail: '' }).forClients),
    isFound: (kind: DamageKind) => found.has(kind),
    all: () => [...found.values()],
  }
}

const describe = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException
  return message.includes(String(code)) ? message : `${code}: ${message}`
}

function identityOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true })
    return found && `${found.dev} ${found.ino}`
  } catch {
    return undefined
  }
}

/** @returns the number of its device, if there is anything in it. */
function stateOf(folder: string): number | 'missing' | 'empty' {
  try {
    const { dev } = statSync(folder)
    return readdirSync(folder).every(isSystemName) ? 'empty' : dev
  } catch {
    return 'missing'
  }
}

const isFullDisk = (error: unknown, root: string): boolean =>
  isDiskFull(error) || (damageOf(error) === 'disk' && isFull(root))

function isFull(root: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(root)
    return bavail * bsize < fullDiskBytes
  } catch {
    return false
  }
}
