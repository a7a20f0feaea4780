import { html } from 'hono/html'
import { descriptionBeside } from '../../contract/photos/descriptions.ts'
import {
  altText,
  exposureSettings,
  focalLengths,
  takenOn,
  titleOrAlt,
} from '../../contract/photos/photo-facts.ts'
import { photoPath, withCode } from '../../contract/photos/photo-link.ts'
import type { Photo } from '../../contract/photos/photos.ts'
import { variantPaths } from '../../contract/photos/variants.ts'
import type { AddedPhoto } from '../../gallery/photos/newest.ts'
import { xmlText } from '../xml-text.ts'
import type { Feed, Publisher } from './feed.ts'

/** One photo of a feed, with what both formats need. */
export type Entry = {
  readonly id: string
  readonly title: string
  /** Its page. */
  readonly address: string
  readonly published: Date
  readonly updated: Date
  readonly summary: string
  readonly html: string
  readonly image: { readonly address: string; readonly bytes?: number }
  readonly keywords: readonly string[]
  readonly creator?: string
  readonly rights?: string
}

/** The addresses are absolute: readers show an entry far from the gallery. */
export function entryOf(
  { photo, addedAt, changedAt, landscape }: AddedPhoto,
  { album, code }: Feed,
  { publicUrl }: Publisher,
): Entry {
  const title = titleOrAlt(photo)
  const description = descriptionBeside(title, photo.description)
  const exposure = exposureLine(photo)
  const address = publicUrl + withCode(photoPath(photo, album), code)
  const picture = `/api/${variantPaths.landscape}/${photo.fileName}?f=jpg`
  const image = publicUrl + withCode(picture, code)
  const { width, height, bytes } = landscape
  const shown = html`<p><a href="${address}"><img src="${image}" width="${width}" height="${height}" alt="${altText(photo)}"></a></p>${paragraphs(description)}${exposure && html`<p>${exposure}</p>`}`
  return {
    id: `urn:uuid:${photo.id}`,
    title: xmlText(title),
    address,
    published: addedAt,
    updated: changedAt,
    summary: xmlText(description || exposure || title),
    html: xmlText(shown.toString()),
    image: { address: image, ...(bytes && { bytes }) },
    keywords: photo.keywords.map(xmlText).filter((word) => word.trim() !== ''),
    ...(photo.creator && { creator: xmlText(photo.creator) }),
    ...(photo.copyright && { rights: xmlText(photo.copyright) }),
  }
}

/** 'Taken on March 3, 2009 · Olympus E-10 · 9 mm (35 mm) · f/2.8, ISO 80, 1/500 s'. */
const exposureLine = (photo: Photo): string =>
  [takenOn(photo), photo.cameraName, photo.lensName, focalLengths(photo), exposureSettings(photo)]
    .filter(Boolean)
    .join(' · ')

const paragraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => html`<p>${part.trim()}</p>`)
