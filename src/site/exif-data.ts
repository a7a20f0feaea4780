import type { Photo } from '../contract/photos/photos.ts'

/** What the camera recorded, named as in EXIF; never the place. */
export function exifData(photo: Photo) {
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
