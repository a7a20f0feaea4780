import { grouped } from '../text/counts.ts'
import type { SkipReason } from './system-names.ts'

/** What an import left out of a folder: files of other types, and names that are never photos. */
export type Omissions = {
  /** '.heic', in lower case, the most frequent first; '' for files without an ending. */
  readonly types: { readonly type: string; readonly count: number }[]
  /** Folders, and hidden pictures, by their names. */
  readonly skipped: { readonly name: string; readonly reason: SkipReason; readonly count: number }[]
}

export const noOmissions: Omissions = { types: [], skipped: [] }

/** How many names are listed; the others are counted together. */
const namesLimit = 20
const typesLimit = 20
const shownTypes = 5
const shownNames = 5
const typePattern = /[^.](\.[a-z0-9]{1,10})$/

export const isJpegName = (name: string): boolean => /\.(jpe?g|jpe|jfif)$/i.test(name)

/** Counts what is left out while a folder is read. */
export function createOmissions() {
  const types = new Map<string, number>()
  const skipped = new Map<string, { name: string; reason: SkipReason; count: number }>()
  const countType = (type: string, count = 1) => {
    const key = types.has(type) || types.size < typesLimit ? type : ''
    types.set(key, (types.get(key) ?? 0) + count)
  }
  const countSkipped = (name: string, reason: SkipReason, count = 1) => {
    const isKnown = skipped.has(`${reason} ${name}`) || skipped.size < namesLimit
    const key = isKnown ? `${reason} ${name}` : reason
    const before = skipped.get(key) ?? { name: isKnown ? name : 'others', reason, count: 0 }
    skipped.set(key, { ...before, count: before.count + count })
  }
  return {
    addFile: (name: string): void => countType(typePattern.exec(name.toLowerCase())?.[1] ?? ''),
    addSkipped: (name: string, reason: SkipReason): void => countSkipped(name, reason),
    all: (): Omissions => ({
      types: [...types]
        .map(([type, count]) => ({ type, count }))
        .sort((one, other) => other.count - one.count || (one.type < other.type ? -1 : 1)),
      skipped: [...skipped.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
    }),
  }
}

/** What was left out and what can be done, one sentence or two each; none if nothing was. */
export const omissionSentences = (omissions: Omissions): string[] => [
  ...typesSentence(omissions),
  ...skippedSentence(omissions),
]

/** '12 .heic and 3 .mov files were left out: …' */
function typesSentence({ types }: Omissions): string[] {
  const total = sumOf(types)
  if (total === 0) return []
  const named = types.filter(({ type }) => type !== '').slice(0, shownTypes)
  const others = total - sumOf(named)
  const parts = named.map(({ type, count }) => `${grouped(count)} ${type}`)
  if (others > 0) parts.push(named.length > 0 ? `${grouped(others)} other` : grouped(others))
  const files = total === 1 ? 'file was' : 'files were'
  return [
    `${joined(parts)} ${files} left out: Vitrine imports only JPEG. Export photos in other formats as JPEG first.`,
  ]
}

/** 'Skipped @eaDir in 3 places (thumbnails or caches) and #recycle (a recycle bin).' */
function skippedSentence({ skipped }: Omissions): string[] {
  if (skipped.length === 0) return []
  const parts = skipped
    .slice(0, shownNames)
    .map(({ name, reason, count }) =>
      count === 1 ? `${name} (${reason})` : `${name} in ${grouped(count)} places (${reason})`,
    )
  const others = sumOf(skipped.slice(shownNames))
  if (others > 0) parts.push(`${grouped(others)} more`)
  return [
    `Skipped ${joined(parts)}. If you want photos from there, move them to a folder of another name.`,
  ]
}

const sumOf = (counts: readonly { readonly count: number }[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0)

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
