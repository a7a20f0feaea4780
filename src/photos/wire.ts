import type { Photo } from '../contract/photos.ts'
import type { Viewer } from '../contract/viewer.ts'
import { editOf, type SeenPhotoRow } from './row.ts'

/** A row as the viewer may see it: coordinates, hashes and source names are the owner's alone. */
export function toPhoto(row: SeenPhotoRow, viewer: Viewer): Photo {
  const photo: Photo = {
    id: row.id,
    fileName: row.file_name,
    width: row.width,
    height: row.height,
    title: row.title,
    description: row.description,
    keywords: JSON.parse(row.keywords),
    uploadDate: new Date(row.uploaded_at).toISOString(),
    originalDate: row.taken_local && row.taken_local + (row.taken_offset ?? ''),
    cameraMake: row.camera_make,
    cameraModel: row.camera_model,
    lensMake: row.lens_make,
    lensModel: row.lens_model,
    focalLength: row.focal_length,
    focalLength35: row.focal_length_35,
    fNumber: row.f_number,
    iso: row.iso,
    exposure: row.exposure,
    rating: row.rating,
    creator: row.creator,
    copyright: row.copyright,
    alt: row.alt,
    thumbhash: Buffer.from(row.thumbhash).toString('base64'),
  }
  return viewer.isOwner ? { ...photo, ...ownersPart(row) } : photo
}

function ownersPart(row: SeenPhotoRow): Partial<Photo> {
  return {
    md5: row.md5,
    source: row.source,
    sourceName: row.source_name,
    ...(row.latitude !== null &&
      row.longitude !== null && {
        gps: { latitude: row.latitude, longitude: row.longitude, altitude: row.altitude },
      }),
    isPublic: row.is_public === 1,
    visibleIn: JSON.parse(row.visible_in ?? '[]'),
    fullWidth: row.full_width,
    fullHeight: row.full_height,
    edit: editOf(row),
    ...(row.warning && { warning: row.warning }),
  }
}
