import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A JSON file as Google Takeout writes it beside a photo. */
export const takeoutJson = (
  title: string,
  {
    description = '',
    taken = 0,
    place = [0, 0],
    more = {},
  }: { description?: string; taken?: number; place?: [number, number]; more?: object } = {},
): string => {
  const [latitude, longitude] = place
  const geo = { latitude, longitude, altitude: 0, latitudeSpan: 0, longitudeSpan: 0 }
  return JSON.stringify({
    title,
    description,
    imageViews: '12',
    creationTime: { timestamp: '1700000000', formatted: '14 Nov 2023, 22:13:20 UTC' },
    photoTakenTime: { timestamp: String(taken), formatted: 'in words' },
    geoData: geo,
    geoDataExif: { ...geo, latitude: 0, longitude: 0 },
    url: 'https://photos.google.com/photo/AF1Qip',
    googlePhotosOrigin: { mobileUpload: { deviceType: 'ANDROID_PHONE' } },
    ...more,
  })
}

/** The JSON of an album's folder. */
export const takeoutAlbum = (title: string, description = ''): string =>
  JSON.stringify({ title, description, access: 'protected', date: { timestamp: '1700000000' } })

/** Writes files by their paths in a folder. */
export function writeFiles(root: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}
