import { monthNames } from '../search/month-names.ts'
import type { Photo } from './photos.ts'

type Named = Pick<Photo, 'title'>
type Dated = Pick<Photo, 'originalDate'>
type WithCamera = Pick<Photo, 'cameraName'>
type WithSettings = Pick<Photo, 'fNumber' | 'iso' | 'exposure'>
type WithFocalLength = Pick<Photo, 'focalLength' | 'focalLength35'>

export const photoTitle = ({ title }: Named): string => title || 'Untitled'

/** 'March 3, 2009' by the camera's clock; undefined if the file has no date. */
export function takenDay({ originalDate }: Dated): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(originalDate ?? '')
  return match ? `${monthNames[Number(match[2]) - 1]} ${Number(match[3])}, ${match[1]}` : undefined
}

export function takenOn(photo: Dated): string | undefined {
  const day = takenDay(photo)
  return day && `Taken on ${day}`
}

/** '12.8 mm (60 mm)': with the 35 mm equivalent in brackets. */
export function focalLengths({ focalLength, focalLength35 }: WithFocalLength): string | undefined {
  const own = focalLength === null ? undefined : `${rounded(focalLength)} mm`
  const equivalent = focalLength35 === null ? undefined : `(${rounded(focalLength35)} mm)`
  return joined([own, equivalent], ' ')
}

/** 'f/4, ISO 80, 1/500 s'. */
export function exposureSettings({ fNumber, iso, exposure }: WithSettings): string | undefined {
  return joined(
    [
      fNumber === null ? undefined : `f/${rounded(fNumber, 100)}`,
      iso === null ? undefined : `ISO ${iso}`,
      exposure === null ? undefined : `${exposure} s`,
    ],
    ', ',
  )
}

/** The alt text, else the title, else a sentence from date and camera. */
export function altText(photo: Pick<Photo, 'alt'> & Named & Dated & WithCamera): string {
  const day = takenDay(photo)
  const { cameraName } = photo
  const facts = [day && `on ${day}`, cameraName && `with ${cameraName}`].filter(Boolean)
  const fallback = facts.length > 0 ? `Photo taken ${facts.join(' ')}` : 'Photo'
  return photo.alt || photo.title || fallback
}

/** For feed readers, search engines and other sites, where many photos called 'Untitled' say nothing. */
export const titleOrAlt = (photo: Parameters<typeof altText>[0]): string =>
  photo.title || altText(photo)

const rounded = (value: number, steps = 10) => String(Math.round(value * steps) / steps)
const joined = (parts: (string | undefined)[], separator: string) =>
  parts.filter((part) => part !== undefined).join(separator) || undefined
