// Exports of photos with the metadata that Lightroom, darktable and Capture One write.
import { textureJpeg } from './jpegs.ts'
import {
  type Entry,
  exifSegment,
  iptcSegment,
  text,
  withSegments,
  xmpSegment,
} from './metadata-segments.ts'

export type Program = 'Lightroom' | 'darktable' | 'Capture One'

/** A frame as its camera wrote it. */
export type Frame = {
  readonly number: number
  /** 'YYYY:MM:DD HH:MM:SS' */
  readonly date: string
  /** Milliseconds, if the camera records them. */
  readonly fraction: number | null
  readonly serial: string | null
}

/** What an export leaves out. */
export type Habits = {
  readonly hasDocumentId?: boolean
  /** 'copyright only', as in Lightroom's dialog, or everything removed. */
  readonly metadata?: 'all' | 'copyright only' | 'none'
  /** Changes with each export. */
  readonly edit: number
}

const pictures = new Map<number, Promise<Uint8Array>>()

/** The JPEG that the program makes of a frame. */
export async function exportOf(
  program: Program,
  frame: Frame,
  { hasDocumentId = true, metadata = 'all', edit }: Habits,
): Promise<Uint8Array> {
  // Each edit has other pixels, so that stripped files differ too.
  const key = frame.number * 10 + edit
  const picture = pictures.get(key) ?? textureJpeg(48 + (key % 61), 32 + (key % 53))
  pictures.set(key, picture)
  const jpeg = await picture
  if (metadata === 'none') return jpeg
  const rights = text(0x8298, `© Ann Example ${edit}`)
  if (metadata === 'copyright only') return withSegments(jpeg, exifSegment({ ifd0: [rights] }))
  return withSegments(jpeg, ...writers[program](frame, { hasDocumentId, edit, rights }))
}

type How = { hasDocumentId: boolean; edit: number; rights: Entry }

const exifOf = (frame: Frame, software: string, rights: Entry) =>
  exifSegment({
    ifd0: [
      text(0x010f, 'NIKON CORPORATION'),
      text(0x0110, 'NIKON Z 6'),
      text(0x0131, software),
      rights,
    ],
    exif: [
      text(0x9003, frame.date),
      ...(frame.fraction !== null ? [text(0x9291, String(frame.fraction).padStart(3, '0'))] : []),
      ...(frame.serial === null ? [] : [text(0xa431, frame.serial)]),
    ],
  })

const documentOf = ({ number }: Frame) => `${String(number).padStart(8, '0')}A1B2C3D4E5F60718`

/** A description in each program's own form; attributes and elements mean the same. */
const described = (attributes: Record<string, string>) =>
  `<rdf:Description rdf:about="" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
    xmlns:exif="http://ns.adobe.com/exif/1.0/" ${Object.entries(attributes)
      .map(([name, value]) => `${name}="${value}"`)
      .join(' ')}/>`

const isoOf = ({ date, fraction }: Frame) =>
  `${date.slice(0, 10).replaceAll(':', '-')}T${date.slice(11)}${fraction === null ? '' : `.${String(fraction).padStart(3, '0')}`}`

const writers: Record<Program, (frame: Frame, how: How) => Uint8Array[]> = {
  // EXIF whole, IPTC, and XMP with the ids of document, instance and original document.
  Lightroom: (frame, { hasDocumentId, edit, rights }) => [
    exifOf(frame, 'Adobe Photoshop Lightroom Classic 13.2', rights),
    iptcSegment([[116, `© Ann Example ${edit}`]], true),
    xmpSegment(
      described({
        'xmp:CreatorTool': 'Adobe Photoshop Lightroom Classic 13.2',
        'xmpMM:DocumentID': `xmp.did:${edit}-${frame.number}`,
        'xmpMM:InstanceID': `xmp.iid:${edit}-${frame.number}`,
        ...(hasDocumentId && { 'xmpMM:OriginalDocumentID': documentOf(frame) }),
        ...(frame.serial !== null && { 'aux:SerialNumber': frame.serial }),
        'exif:DateTimeOriginal': isoOf(frame),
      }),
    ),
  ],
  // EXIF with sub-seconds; XMP names the raw file, but no document.
  darktable: (frame, { edit, rights }) => [
    exifOf(frame, 'darktable 4.6.1', rights),
    xmpSegment(
      described({
        'xmp:Rating': String(1 + (edit % 5)),
        'exif:DateTimeOriginal': frame.date,
        'xmpMM:DerivedFrom': `_DSC${frame.number}.NEF`,
      }),
    ),
  ],
  // EXIF, and an XMP without any id.
  'Capture One': (frame, { edit, rights }) => [
    exifOf(frame, 'Capture One Windows', rights),
    xmpSegment(described({ 'xmp:Rating': String(edit % 5), 'xmp:Label': '' })),
  ],
}
