import { cameraName } from '../../contract/cameras/camera-name.ts'
import { makerName } from '../../contract/cameras/makers.ts'
import { type FrameIdentity, identifierOf } from '../../images/photo-identity.ts'

/** The camera and its settings, as far as a file contains them. */
export type Shot = FrameIdentity & {
  readonly cameraMake: string | null
  readonly cameraModel: string | null
  readonly cameraSerial: string | null
  /** As cameras display it: '1/250', '2.5'. */
  readonly exposure: string | null
  readonly fNumber: number | null
  readonly iso: number | null
  readonly focalLength: number | null
}

/** Whether two files name cameras that cannot be the same one. What a file omits proves nothing. */
export const isOtherCamera = (one: Shot, other: Shot): boolean =>
  differ(serialOf(one), serialOf(other)) ||
  differ(identifierOf(one.uniqueCameraModel), identifierOf(other.uniqueCameraModel)) ||
  isOtherMaker(one, other) ||
  isOtherModel(one, other)

/**
 * Whether the camera numbered two files differently. The same numbers prove nothing: phones write
 * one for all their photos, and editors keep it in what they make of a photo.
 */
export const isOtherFrame = (one: FrameIdentity, other: FrameIdentity): boolean =>
  differ(identifierOf(one.imageUniqueId), identifierOf(other.imageUniqueId)) ||
  differ(one.imageNumber ?? undefined, other.imageNumber ?? undefined) ||
  differ(one.rawImageNumber ?? undefined, other.rawImageNumber ?? undefined)

/** Whether the cameras' owners have different names. Owners seldom change theirs. */
export const hasOtherOwner = (one: FrameIdentity, other: FrameIdentity): boolean =>
  differ(identifierOf(one.ownerName), identifierOf(other.ownerName))

/** Whether a file says anything that only another file can contradict. */
export const identifiesFrame = (file: FrameIdentity): boolean =>
  [file.imageUniqueId, file.imageNumber, file.rawImageNumber].some((value) => value !== null) ||
  file.ownerName !== null ||
  file.uniqueCameraModel !== null

/**
 * Whether the camera was set differently, as between the frames of a bracket. Programs round these
 * values when they export a photo, but never by a third of a stop.
 */
export const isOtherSetting = (one: Shot, other: Shot): boolean =>
  isFar(secondsOf(one.exposure), secondsOf(other.exposure), 1.1) ||
  isFar(one.fNumber, other.fNumber, 1.06) ||
  isFar(one.iso, other.iso, 1.02) ||
  isFar(one.focalLength, other.focalLength, 1.1)

/** Undefined for what cameras write if they have none. */
export const serialOf = ({ cameraSerial }: Pick<Shot, 'cameraSerial'>): string | undefined =>
  identifierOf(cameraSerial)

/** A model can name another brand than its maker: Ricoh makes the Pentax K-3. */
function isOtherMaker(one: Shot, other: Shot): boolean {
  const brand = brandOf(one)
  const otherBrand = brandOf(other)
  if (!brand || !otherBrand || brand === otherBrand) return false
  // 'Acme' and 'Acme Optical' are one maker.
  return !isPartOf(brand, otherBrand) && !isPartOf(otherBrand, brand)
}

/** The same model can be written with its maker or without: 'Canon EOS R5' and 'EOS R5'. */
function isOtherModel(one: Shot, other: Shot): boolean {
  if (one.cameraModel === null || other.cameraModel === null) return false
  return (
    !isSameName(fullNameOf(one), fullNameOf(other)) &&
    !isSameName(one.cameraModel, other.cameraModel)
  )
}

const fullNameOf = ({ cameraMake, cameraModel }: Shot): string =>
  cameraName(cameraMake, cameraModel) ?? ''

/** Whether one of the names is the other, or the end of it. */
function isSameName(one: string, other: string): boolean {
  const words = wordsOf(one)
  const otherWords = wordsOf(other)
  return endsWith(words, otherWords) || endsWith(otherWords, words)
}

/** With a known maker it is the name's first word or words, otherwise unknown. */
function brandOf({ cameraMake, cameraModel }: Shot): string {
  const maker = makerName(cameraMake ?? '')
  const name = cameraName(cameraMake, cameraModel) ?? ''
  const own = makerName(name)
  return (own !== name ? own : maker).toLowerCase()
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}+]+/u)
    .filter((word) => word !== '')

const endsWith = (words: readonly string[], end: readonly string[]): boolean =>
  words.length === 0 ||
  end.length === 0 ||
  words.some((_, index) => words.slice(index).join('') === end.join(''))

const isPartOf = (part: string, name: string): boolean => name.split(' ')[0] === part.split(' ')[0]

const differ = <T>(one: T | undefined, other: T | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other

function isFar(one: number | null, other: number | null, ratio: number): boolean {
  if (one === null || other === null || one <= 0 || other <= 0) return false
  return Math.max(one, other) / Math.min(one, other) > ratio
}

function secondsOf(exposure: string | null): number | null {
  const [above, below = '1'] = (exposure ?? '').split('/')
  const seconds = Number.parseFloat(above!) / Number.parseFloat(below)
  return Number.isFinite(seconds) ? seconds : null
}
