import type { Album } from '../contract/albums/albums.ts'
import type { User } from '../contract/people/owner.ts'
import { descriptionBeside } from '../contract/photos/descriptions.ts'
import { altText, titleOrAlt } from '../contract/photos/photo-facts.ts'
import type { Photo } from '../contract/photos/photos.ts'
import { addressesOf } from '../contract/photos/picture-formats.ts'
import { type LicenceId, licenceOf } from '../contract/site/licences.ts'

/** What a page says about itself in schema.org's words (JSON-LD). */
export type StructuredData = (site: SiteFacts) => Readonly<Record<string, unknown>>

export type SiteFacts = {
  readonly name: string
  /** The origin, without a slash at the end. */
  readonly publicUrl: string
  readonly licence: LicenceId
}

/** A gallery's page names at most this many of its photos; the sitemap has them all. */
const maxListed = 24

/** The page of a photo. */
export const photoData =
  (photo: Photo, path: string): StructuredData =>
  (site) => ({
    '@context': 'https://schema.org',
    ...imageObject(photo, path, site),
    description: photo.description || altText(photo),
    ...(photo.keywords.length > 0 && { keywords: photo.keywords.join(', ') }),
    representativeOfPage: true,
    uploadDate: photo.uploadDate,
    exifData: exifData(photo),
  })

export const albumData =
  ({ id, name, description }: Album, photos: readonly Photo[]): StructuredData =>
  (site) => ({
    '@context': 'https://schema.org',
    ...imageGallery({ path: `/album/${id}`, name, photos, pathOf: inAlbum(id) }, site),
    ...(description && { description: descriptionBeside(name, description) || description }),
  })

/** The owner's home page: who it is about, and the photos on it. */
export const homeData =
  ({ bio, pic }: User, photos: readonly Photo[]): StructuredData =>
  (site) => ({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'ProfilePage',
        '@id': `${site.publicUrl}/#page`,
        url: `${site.publicUrl}/`,
        name: site.name,
        mainEntity: {
          ...person(site.name),
          '@id': `${site.publicUrl}/#owner`,
          url: `${site.publicUrl}/`,
          ...(bio && { description: bio }),
          ...(pic && { image: absolute(addressesOf(pic).src, site) }),
        },
      },
      imageGallery({ path: '/', name: `Photos by ${site.name}`, photos, pathOf: atPhoto }, site),
    ],
  })

const atPhoto = ({ id }: Photo) => `/photo/${id}`
const inAlbum =
  (album: string) =>
  ({ id }: Photo) =>
    `/album/${album}/${id}`

type Gallery = {
  readonly path: string
  readonly name: string
  readonly photos: readonly Photo[]
  readonly pathOf: (photo: Photo) => string
}

const imageGallery = ({ path, name, photos, pathOf }: Gallery, site: SiteFacts) => ({
  '@type': 'ImageGallery',
  url: site.publicUrl + path,
  name,
  image: photos.slice(0, maxListed).map((photo) => imageObject(photo, pathOf(photo), site)),
})

/** What Google needs to show whose picture it is and how it may be used. */
function imageObject(photo: Photo, path: string, site: SiteFacts) {
  const { fileName, width, height, creator, copyright, rights, originalDate } = photo
  const by = creator || site.name
  const license = licenceAddress(rights, site.licence)
  const acquired = webAddress(rights?.licensorUrl)
  return {
    '@type': 'ImageObject',
    url: site.publicUrl + path,
    name: titleOrAlt(photo),
    contentUrl: `${site.publicUrl}/api/images/${fileName}`,
    thumbnailUrl: `${site.publicUrl}/api/squares/${fileName}?w=400&f=jpg`,
    encodingFormat: 'image/jpeg',
    width: pixels(width),
    height: pixels(height),
    creator: person(by),
    creditText: rights?.credit || by,
    ...(copyright && { copyrightNotice: copyright }),
    ...(license && { license }),
    ...(acquired && { acquireLicensePage: acquired }),
    ...(originalDate && { dateCreated: originalDate }),
  }
}

/** A photo's own terms win; without an address of theirs, the default licence's would be wrong. */
function licenceAddress(rights: Photo['rights'], licence: LicenceId): string | undefined {
  const own = webAddress(rights?.webStatement)
  return own ?? (rights?.usageTerms ? undefined : licenceOf(licence).address)
}

/** Metadata may contain anything; only an address of the web is one here. */
const webAddress = (text: string | null | undefined): string | undefined =>
  text && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text).href : undefined

const person = (name: string) => ({ '@type': 'Person', name })

/** E37 is the unit's code for a pixel. */
const pixels = (value: number) => ({ '@type': 'QuantitativeValue', value, unitCode: 'E37' })

const absolute = (address: string, { publicUrl }: SiteFacts) =>
  address.startsWith('/') ? publicUrl + address : address

/** What the camera recorded, named as in EXIF; never the place. */
function exifData(photo: Photo) {
  const properties = [
    ['Make', photo.cameraMake],
    ['Model', photo.cameraModel],
    ['LensMake', photo.lensMake],
    ['LensModel', photo.lensModel],
    ['FocalLength', photo.focalLength, 'mm'],
    ['FocalLengthIn35mmFilm', photo.focalLength35, 'mm'],
    ['FNumber', photo.fNumber],
    ['ExposureTime', photo.exposure, 's'],
    ['ISOSpeedRatings', photo.iso],
  ] as const
  return properties.flatMap(([name, value, unitText]) =>
    value === null || value === ''
      ? []
      : [{ '@type': 'PropertyValue', name, value, ...(unitText && { unitText }) }],
  )
}
