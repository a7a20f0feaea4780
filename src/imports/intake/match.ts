import type { PhotoSource } from '../../contract/photos/photo-sources.ts'
import { type MatchRule, matchRules } from '../../contract/photos/versions.ts'
import { minutesOf } from '../../images/date-offset.ts'
import {
  hasOtherOwner,
  isOtherCamera,
  isOtherFrame,
  isOtherSetting,
  type Shot,
  serialOf,
} from './camera-match.ts'

/** What distinguishes photos, as far as a file contains it. */
export type Identity = Shot & {
  readonly source: PhotoSource
  /** What its source knows the file by, such as a Drive file's id. */
  readonly item: string | null
  readonly fileName: string
  /** The camera's clock, 'YYYY-MM-DDTHH:mm:ss' or with '.SSS'. */
  readonly takenAt: string | null
  /** The offset of that clock: '+02:00', 'Z'. */
  readonly takenOffset: string | null
  /** XMP's xmpMM:OriginalDocumentID. */
  readonly documentId: string | null
}

export type KnownPhoto = Identity & { readonly id: string }

export type Match = {
  readonly id: string
  readonly rule: MatchRule
  /** It could also be another frame or another person's photo, so only a person can decide. */
  readonly isDoubtful?: true
}

const finds: Record<MatchRule, (file: Identity, photo: Identity) => boolean> = {
  item: (file, photo) =>
    file.item !== null && file.item === photo.item && file.source === photo.source,
  document: (file, photo) =>
    file.documentId !== null &&
    file.documentId === photo.documentId &&
    file.source === photo.source,
  // A burst takes ten photos in a second.
  'camera and time': (file, photo) =>
    serialOf(file) !== undefined &&
    serialOf(file) === serialOf(photo) &&
    isExact(file.takenAt) &&
    file.takenAt === photo.takenAt,
  'name and time': (file, photo) =>
    file.takenAt !== null &&
    photo.takenAt !== null &&
    isSameTime(file.takenAt, photo.takenAt) &&
    isSameName(file.fileName, photo.fileName) &&
    // The frames of a bracket can have the same second.
    !isOtherSetting(file, photo),
}

/** Which of these photos a file is a new version of; none if several are possible. */
export function matchOf(file: Identity, photos: readonly KnownPhoto[]): Match | undefined {
  for (const rule of matchRules) {
    const found = photos.filter((photo) => finds[rule](file, photo))
    if (found.length === 0) continue
    if (rule === 'item') return { id: found[0]!.id, rule }
    const possible = found.filter((photo) => !contradicts(file, photo))
    // Copies of one photo, such as Lightroom's virtual ones, have names of their own.
    const named = possible.filter((photo) => isSameName(file.fileName, photo.fileName))
    const [only, ...others] = possible.length === 1 ? possible : named
    if (!only || others.length > 0) return undefined
    const isDoubtful =
      rule === 'name and time' && (isOneOfBurst(file, photos) || hasOtherOwner(file, only))
    return { id: only.id, rule, ...(isDoubtful && { isDoubtful }) }
  }
  return undefined
}

/** Whether any rule finds the photo, so that what their files say must be compared. */
export const couldMatch = (file: Identity, photo: Identity): boolean =>
  matchRules.some((rule) => finds[rule](file, photo))

/** Whether a person has to decide about a match found earlier, given the photos that exist now. */
export function isDoubtfulNow(
  file: Identity,
  { id, rule }: Pick<Match, 'id' | 'rule'>,
  photos: readonly KnownPhoto[],
): boolean {
  if (rule === 'item') return false
  const photo = photos.find((known) => known.id === id)
  // The photo has another version or another date by now.
  if (!photo || contradicts(file, photo)) return true
  return rule === 'name and time' && (isOneOfBurst(file, photos) || hasOtherOwner(file, photo))
}

/**
 * Whether only the name shows which of several frames of one second a file is. Programs number
 * selected frames anew, so the name can be that of another frame.
 */
function isOneOfBurst(file: Identity, photos: readonly KnownPhoto[]): boolean {
  const couldBe = (other: KnownPhoto) =>
    file.takenAt !== null &&
    other.takenAt !== null &&
    isSameTime(file.takenAt, other.takenAt) &&
    !contradicts(file, other) &&
    !isOtherSetting(file, other)
  // Of the same name are only copies of one photo.
  return photos.some((other) => !isSameName(file.fileName, other.fileName) && couldBe(other))
}

/**
 * Of several files that come together, in their order. Two that match one photo are two photos,
 * unless one of them is that photo's own item.
 */
export function matchesOf(
  files: readonly Identity[],
  photos: readonly KnownPhoto[],
): (Match | undefined)[] {
  const matches = files.map((file) => matchOf(file, photos))
  const byPhoto = Map.groupBy(
    matches.filter((match) => match !== undefined),
    ({ id }) => id,
  )
  return matches.map((match) => {
    if (!match || match.rule === 'item') return match
    return byPhoto.get(match.id)!.length === 1 ? match : undefined
  })
}

/** Evidence that it is another photo, whatever else is the same. */
function contradicts(file: Identity, photo: Identity): boolean {
  const differ = (one: string | null, other: string | null) =>
    one !== null && other !== null && one !== other
  const haveOtherTimes =
    file.takenAt !== null && photo.takenAt !== null && !isSameTime(file.takenAt, photo.takenAt)
  return (
    haveOtherTimes ||
    hasOtherOffset(file, photo) ||
    isOtherCamera(file, photo) ||
    isOtherFrame(file, photo) ||
    (file.source === photo.source && differ(file.documentId, photo.documentId))
  )
}

const hasFraction = (time: string): boolean => time.includes('.')

/** Some cameras write zeros as the fraction of every time. */
const isExact = (time: string | null): boolean =>
  time !== null && hasFraction(time) && !/\.0+$/.test(time)

/** The same clock in another zone is another moment. */
function hasOtherOffset(one: Identity, other: Identity): boolean {
  if (one.takenAt === null || other.takenAt === null) return false
  const minutes = minutesOf(one.takenOffset)
  const otherMinutes = minutesOf(other.takenOffset)
  return minutes !== null && otherMinutes !== null && minutes !== otherMinutes
}

/** Compares to the second if only one of them is more exact. */
function isSameTime(one: string, other: string): boolean {
  if (hasFraction(one) && hasFraction(other)) return one === other
  return one.split('.')[0] === other.split('.')[0]
}

/**
 * Programs write the ending in capitals or not, and in several spellings; macOS takes accents apart.
 */
const isSameName = (one: string, other: string): boolean => stemOf(one) === stemOf(other)

const stemOf = (name: string): string =>
  name
    .replace(/\.(jpe?g|jpe|jfif)$/i, '')
    .normalize('NFC')
    .toLowerCase()
