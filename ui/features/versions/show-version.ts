import type { Edit, Photo } from '../../../src/contract/photos/photos.ts'
import type { PhotoVersion, ReplacedPhoto } from '../../../src/contract/photos/versions.ts'
import { markAllStale, replacePhoto } from '../../catalogue/list/store.ts'
import { api, signedIn, unwrap } from '../../kit/api.ts'
import { store } from '../../kit/state/store.ts'
import { userAtom } from '../../kit/state/viewer.ts'

/** A photo whose file has been replaced, and how to return to the one before. */
export type Replacement = {
  readonly before: Photo
  /** The version shown before. */
  readonly version: string
  readonly after: Photo
  readonly hasLostCrop: boolean
}

/** Newest first. @throws ApiError */
export function listVersions(photoId: string): Promise<readonly PhotoVersion[]> {
  const param = { id: photoId }
  return unwrap(signedIn(() => api.photos[':id'].versions.$get({ param })))
}

/** The photo and its version as they are now. @throws ApiError */
export async function presentState(
  photoId: string,
): Promise<Pick<Replacement, 'before' | 'version'>> {
  const param = { id: photoId }
  const [before, versions] = await Promise.all([
    unwrap(signedIn(() => api.photos[':id'].$get({ param }))),
    listVersions(photoId),
  ])
  return { before, version: versions.find(({ isCurrent }) => isCurrent)!.id }
}

/** Shows another version of the photo. @throws ApiError */
export async function showVersion(photoId: string, version: string): Promise<Replacement> {
  const present = await presentState(photoId)
  const { hasLostCrop, ...after } = await putVersion(photoId, version)
  showReplaced(present.before, after)
  return { ...present, after, hasLostCrop }
}

/** Uploads a file, which the photo shows from now on. @throws ApiError */
export async function uploadVersion(photoId: string, file: File): Promise<Replacement> {
  const present = await presentState(photoId)
  const form = new FormData()
  // The server streams the form, so the fields must precede the file.
  form.append('sourceId', file.name)
  form.append('sourceDate', new Date(file.lastModified).toISOString())
  form.append('versionOf', photoId)
  form.append('image', file)
  const uploaded = await unwrap<unknown>(api.local.upload.$put({}, { init: { body: form } }))
  // It neither waits for a decision nor becomes a photo of its own.
  const { hasLostCrop, ...after } = uploaded as ReplacedPhoto
  showReplaced(present.before, after)
  return { ...present, after, hasLostCrop }
}

/** Undoes it; a crop that was removed is restored. @throws ApiError */
export async function putBack({ before, version, after }: Replacement): Promise<void> {
  const { hasLostCrop: _, ...photo } = await putVersion(before.id, version)
  const { edit } = before
  const restored = edit && !isSameEdit(edit, photo.edit) ? await putEdit(before.id, edit) : photo
  showReplaced(after, restored)
}

/** Updates every list, and the profile picture if it is this photo. */
export function showReplaced(before: Photo, after: Photo): void {
  replacePhoto(after)
  // The date may be another one, and so the photo's place in them.
  markAllStale()
  store.set(userAtom, (user) => ({
    ...user,
    pic: user.pic.replace(before.fileName, after.fileName),
  }))
}

const putVersion = (id: string, version: string) =>
  unwrap(api.photos[':id'].version.$put({ param: { id }, json: { version } }))

const putEdit = (id: string, edit: Edit) =>
  unwrap(api.photos[':id'].edit.$put({ param: { id }, json: edit }))

const isSameEdit = (one: Edit, other: Edit | null | undefined): boolean =>
  (Object.keys(one) as (keyof Edit)[]).every((key) => one[key] === other?.[key])
