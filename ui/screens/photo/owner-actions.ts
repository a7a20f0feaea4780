import { shapedPicture } from '../../../src/contract/photos/aspect.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { hide, publish } from '../../catalogue/photostream.ts'
import { texts } from '../../catalogue/viewer/texts.ts'
import { api, unwrap } from '../../kit/api.ts'
import { notify } from '../../kit/state/notices.ts'
import { store } from '../../kit/state/store.ts'
import { userAtom } from '../../kit/state/viewer.ts'

const words = texts.owner
const undoMs = 8000

/** Adds the photo to the photostream or removes it. */
export async function togglePublic(photo: Photo): Promise<void> {
  await (photo.isPublic ? hide(photo) : publish(photo))
}

/** Makes the photo the profile picture. Failures are only logged, as specified. */
export function setProfilePicture(photo: Photo): Promise<void> {
  return logged(async () => {
    const before = store.get(userAtom).pic
    await putProfilePicture(`/api/squares/${photo.fileName}`)
    notifyWithUndo(words.isProfilePicture, isVisible(photo), () => putProfilePicture(before))
  })
}

/** Makes the photo the album's cover. Failures are only logged, as specified. */
export function setAlbumCover(photo: Photo, albumId: string): Promise<void> {
  return logged(async () => {
    const album = api.albums[':id']
    const param = { id: albumId }
    const before = await unwrap(album.$get({ param, query: { photos: 'false' } }))
    const put = (coverPic: string) => unwrap(album.$put({ param, json: { coverPic } }))
    await put(shapedPicture(photo))
    // Anyone with the album's code sees its photos.
    const isCoverVisible = Boolean(before.code) || isVisible(photo)
    notifyWithUndo(words.isCover(before.name), isCoverVisible, () => put(before.coverPic))
  })
}

async function putProfilePicture(pic: string): Promise<void> {
  store.set(userAtom, await unwrap(api.user.pic.$put({ json: { pic } })))
}

/** Whether visitors can see the photo. */
const isVisible = ({ isPublic, visibleIn = [] }: Photo) => isPublic === true || visibleIn.length > 0

function notifyWithUndo(text: string, isVisible: boolean, undo: () => Promise<unknown>): void {
  const action = { label: words.undo, run: () => void logged(undo) }
  notify(isVisible ? text : `${text} ${words.isPrivate}`, { durationMs: undoMs, action })
}

async function logged(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.warn(error)
  }
}
