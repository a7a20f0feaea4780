import type { MetadataSource } from './metadata-source.ts'
import { type OriginalDate, parseExifDate, parseIptcDate } from './original-date.ts'

/**
 * DateTimeOriginal, the equivalent IPTC and XMP dates of creation (Metadata Working Group guidelines
 * 2.0, 5.4.1), then the dates of digitising, which is all that scanners write.
 */
export function readOriginalDate(source: MetadataSource): OriginalDate | null {
  const { xmp } = source
  return (
    fromExif(source) ??
    parseExifDate(source.exifFilled('ifd0', 0x9003)) ??
    parseExifDate(
      xmp.text('exif:DateTimeOriginal'),
      xmp.text('exif:SubSecTimeOriginal'),
      xmp.text('exif:OffsetTimeOriginal'),
    ) ??
    parseExifDate(xmp.text('photoshop:DateCreated')) ??
    parseIptcDate(source.iptcText(55), source.iptcText(60)) ??
    parseExifDate(...exifFields(source, 0x9004, 0x9292, 0x9012)) ??
    parseExifDate(xmp.text('xmp:CreateDate')) ??
    parseExifDate(xmp.text('exif:DateTimeDigitized')) ??
    parseIptcDate(source.iptcText(62), source.iptcText(63))
  )
}

/**
 * Only the offset of the date itself counts: editors have written their own computer's time zone
 * beside the camera's clock. That of another date is the camera's if both dates are the same.
 */
function fromExif(source: MetadataSource): OriginalDate | null {
  const [date, subSeconds, offset] = exifFields(source, 0x9003, 0x9291, 0x9011)
  const original = parseExifDate(date, subSeconds, offset)
  if (!original || original.offset) return original
  const others = [
    exifFields(source, 0x9004, 0x9292, 0x9012),
    [source.exifFilled('ifd0', 0x0132), subSeconds, source.exifFilled('exif', 0x9010)] as const,
  ]
  const same = others
    .map(([written, , zone]) => parseExifDate(written, subSeconds, zone))
    .find((other) => other?.offset && other.local === original.local)
  return same ?? original
}

const exifFields = (source: MetadataSource, date: number, subSeconds: number, offset: number) =>
  [
    source.exifFilled('exif', date),
    source.exifFilled('exif', subSeconds),
    source.exifFilled('exif', offset),
  ] as const
