import type { ExportedPhoto } from '../../contract/exports/exported-gallery.ts'
import type { Edit } from '../../contract/photos/photos.ts'

/** What XML 1.0 cannot contain, even escaped. */
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A text for XML and HTML, in elements and attributes. */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(impossible, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

type Described = Pick<
  ExportedPhoto,
  | 'title'
  | 'description'
  | 'keywords'
  | 'alt'
  | 'rating'
  | 'creator'
  | 'copyright'
  | 'takenAt'
  | 'place'
  | 'edit'
>
/** The picture as it is in the file. */
type Shape = { readonly width: number; readonly height: number; readonly orientation: number }

/** An XMP sidecar with all that is known of a photo beside its camera's own data. */
export function sidecarOf(photo: Described, shape: Shape): string {
  const attributes = [
    ...(photo.rating === null ? [] : [['xmp:Rating', String(photo.rating)] as const]),
    ...(photo.takenAt === null ? [] : [['photoshop:DateCreated', photo.takenAt] as const]),
    ...placeAttributes(photo.place),
    ...cropAttributes(photo.edit, shape),
  ]
  const elements = [
    alternatives('dc:title', photo.title),
    alternatives('dc:description', photo.description),
    list('dc:subject', 'rdf:Bag', photo.keywords),
    list('dc:creator', 'rdf:Seq', photo.creator ? [photo.creator] : []),
    alternatives('dc:rights', photo.copyright ?? ''),
    alternatives('Iptc4xmpCore:AltTextAccessibility', photo.alt ?? ''),
  ].filter((element) => element !== '')
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Vitrine">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    xmlns:exif="http://ns.adobe.com/exif/1.0/"
    xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
    xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
    xmlns:vitrine="https://vitrine.example/xmp/1.0/"${attributes
      .map(([name, value]) => `\n    ${name}="${escaped(value)}"`)
      .join('')}>
${elements.join('\n')}
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
`
}

const alternatives = (name: string, text: string): string =>
  text === ''
    ? ''
    : `   <${name}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt></${name}>`

const list = (name: string, kind: string, items: readonly string[]): string =>
  items.length === 0
    ? ''
    : `   <${name}><${kind}>${items.map((item) => `<rdf:li>${escaped(item)}</rdf:li>`).join('')}</${kind}></${name}>`

type Attribute = readonly [name: string, value: string]

/** XMP part 2, 1.2.7.2: degrees and minutes. */
function placeAttributes(place: ExportedPhoto['place']): Attribute[] {
  if (!place) return []
  const { latitude, longitude, altitude } = place
  return [
    ['exif:GPSLatitude', minutesOf(latitude, 'N', 'S')],
    ['exif:GPSLongitude', minutesOf(longitude, 'E', 'W')],
    ...(altitude === null
      ? []
      : ([
          ['exif:GPSAltitude', `${Math.round(Math.abs(altitude) * 1000)}/1000`],
          ['exif:GPSAltitudeRef', altitude < 0 ? '1' : '0'],
        ] as const)),
  ]
}

function minutesOf(degrees: number, positive: string, negative: string): string {
  // In millionths of a minute, so that no rounding makes 60 minutes.
  const all = Math.round(Math.abs(degrees) * 60e6)
  const whole = Math.floor(all / 60e6)
  const minutes = ((all - whole * 60e6) / 1e6).toFixed(6)
  return `${whole},${minutes}${degrees < 0 ? negative : positive}`
}

/**
 * Vitrine's own crop: clockwise degrees, then pixels on the rotated picture. Camera Raw's is about
 * the picture as it is stored, so it is written only where both mean the same.
 */
function cropAttributes(edit: Edit | null, { width, height, orientation }: Shape): Attribute[] {
  if (!edit) return []
  const own = [
    ['vitrine:Rotation', String(edit.rotation)],
    ['vitrine:CropX', String(edit.x)],
    ['vitrine:CropY', String(edit.y)],
    ['vitrine:CropWidth', String(edit.width)],
    ['vitrine:CropHeight', String(edit.height)],
  ] as const
  if (edit.rotation !== 0 || orientation !== 1) return [...own]
  const share = (part: number, whole: number) => (part / whole).toFixed(6)
  return [
    ...own,
    ['crs:HasCrop', 'True'],
    ['crs:CropLeft', share(edit.x, width)],
    ['crs:CropTop', share(edit.y, height)],
    ['crs:CropRight', share(edit.x + edit.width, width)],
    ['crs:CropBottom', share(edit.y + edit.height, height)],
    ['crs:CropAngle', '0'],
  ]
}
