import { basename, dirname, join } from 'node:path'
import { countOf } from '../../contract/text/counts.ts'
import { isDiskFull } from '../../core/database/disk-full.ts'
import type { FieldValues } from '../../gallery/photos/row.ts'
import type { Beside, BesideFiles } from './beside.ts'
import { readSmallFile } from './read-small-file.ts'
import { indexSidecars } from './sidecar-index.ts'
import { addTakeoutAlbums, type LeftFiles, type TakeoutParts } from './takeout-albums.ts'
import { readTakeoutJson } from './takeout-json.ts'

/** Ten times what programs write, in bytes. */
const mostBytes = { xmp: 4 * 2 ** 20, json: 2 ** 20 }
/** How many names are listed. */
const namedCount = 5
const fieldsCount = 10

type Found = { readonly files: readonly string[]; readonly companions: readonly string[] }

/** What was found beside the photos, for the report. */
type Tally = {
  readonly unreadable: string[]
  /** By its name, how many JSON files have a field that is not used. */
  readonly unusedFields: Map<string, number>
}

/** XMP sidecars and Google Takeout's JSON beside the files of an import. */
export function createSidecars({ files, companions }: Found, parts: TakeoutParts): BesideFiles {
  const index = indexSidecars(files, companions)
  const tally: Tally = { unreadable: [], unusedFields: new Map() }
  const photoIds = new Map<string, string>()

  return {
    files,
    isExport: false,
    opening: async function* () {},
    isExact: () => false,
    of: async (path) => {
      const xmp = index.xmpOf(path)
      const json = index.jsonOf(path)
      const inFolder = (name: string) => join(dirname(path), name)
      const takeout =
        json === undefined
          ? undefined
          : await readOr(inFolder(json), () => readJson(inFolder(json), path, tally), tally)
      const sidecar =
        xmp === undefined
          ? undefined
          : await readOr(inFolder(xmp), () => readXmp(inFolder(xmp)), tally)
      return merged(takeout, sidecar)
    },
    originalOf: (path) => {
      const original = index.originalOf(path)
      return original === undefined ? undefined : join(dirname(path), original)
    },
    notePhoto: (path, photoId) => {
      if (companions.length > 0) photoIds.set(path, photoId)
    },
    finish: async function* () {
      yield* usedSentences(index.counts)
      const left = yield* addTakeoutAlbums(index, photoIds, parts)
      yield* leftSentences(index.counts.unusedXmps, left, tally)
    },
    close: () => undefined,
  }
}

/** An unreadable sidecar never keeps a photo out. */
async function readOr<T>(
  path: string,
  read: () => Promise<T>,
  { unreadable }: Tally,
): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isDiskFull(error)) throw error
    unreadable.push(`${basename(path)} (${reasonOf(error)})`)
    return undefined
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not JSON'
  const { code, message } = error as NodeJS.ErrnoException
  return code === undefined ? message : `it cannot be read: ${code}`
}

async function readJson(path: string, photo: string, tally: Tally): Promise<Beside | undefined> {
  const json = readTakeoutJson((await readSmallFile(path, mostBytes.json)).toString('utf8'))
  if (json.kind !== 'photo') return undefined
  for (const field of json.unused) {
    const name = field.slice(0, 40)
    tally.unusedFields.set(name, (tally.unusedFields.get(name) ?? 0) + 1)
  }
  const { sourceName, beside } = json
  const isSameType = sourceName !== undefined && endingOf(sourceName) === endingOf(photo)
  return { ...(isSameType && { origin: { sourceName } }), beside }
}

const endingOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? ''

async function readXmp(path: string): Promise<Beside> {
  const packet = await readSmallFile(path, mostBytes.xmp)
  // Loaded here as everywhere: it needs the library for metadata.
  const { readSidecar } = await import('../../images/metadata.ts')
  const { originalDate, gps, keywords, ...texts } = readSidecar(packet)
  const known = Object.entries(texts).filter(([, value]) => value !== '' && value !== null)
  const values: Partial<FieldValues> = {
    ...Object.fromEntries(known),
    ...(keywords.length > 0 && { keywords: JSON.stringify(keywords) }),
  }
  return {
    beside: { values, ...(originalDate && { takenAt: originalDate }), ...(gps && { gps }) },
  }
}

/** A sidecar is by the photographer's own program, so it comes first. */
function merged(takeout: Beside | undefined, sidecar: Beside | undefined): Beside | undefined {
  if (!takeout || !sidecar) return sidecar ?? takeout
  return {
    ...takeout,
    beside: {
      ...takeout.beside,
      ...sidecar.beside,
      values: { ...takeout.beside.values, ...sidecar.beside.values },
    },
  }
}

function* usedSentences({ xmp, json }: { xmp: number; json: number }): Generator<string> {
  const parts = [
    ...(xmp > 0 ? [countOf(xmp, 'XMP sidecar')] : []),
    ...(json > 0 ? [`${countOf(json, 'JSON file')} of Google Takeout`] : []),
  ]
  if (parts.length > 0) yield `Read beside the photos: ${parts.join(' and ')}.`
}

function* leftSentences(
  unusedXmps: number,
  { orphans, others }: LeftFiles,
  { unreadable, unusedFields }: Tally,
): Generator<string> {
  if (unusedXmps > 0) {
    yield `${countOf(unusedXmps, 'XMP sidecar')} ${belong(unusedXmps)} to no JPEG here and ${was(unusedXmps)} not used.`
  }
  if (orphans.length > 0) {
    yield `${countOf(orphans.length, 'JSON file')} of Google Takeout ${belong(orphans.length)} to no JPEG here, but to a video, a photo in another format or a missing file: ${listed(orphans)}.`
  }
  if (others > 0) yield `${countOf(others, 'other JSON file')} ${was(others)} not used.`
  if (unusedFields.size > 0) {
    const fields = [...unusedFields].sort((one, other) => other[1] - one[1])
    const shown = fields.slice(0, fieldsCount).map(([name, count]) => `${name} (${count})`)
    yield `Fields of Google Takeout that Vitrine has no place for, with the number of files: ${shown.join(', ')}.`
  }
  if (unreadable.length > 0) {
    yield `${countOf(unreadable.length, 'file')} beside photos could not be read; the photos were imported without ${unreadable.length === 1 ? 'it' : 'them'}: ${listed(unreadable)}.`
  }
}

const belong = (count: number): string => (count === 1 ? 'belongs' : 'belong')
const was = (count: number): string => (count === 1 ? 'was' : 'were')

function listed(names: readonly string[]): string {
  const others = names.length - namedCount
  const shown = names.slice(0, namedCount).join(', ')
  return others > 0 ? `${shown} and ${others} more` : shown
}
