import type { Photo } from '../../../src/contract/photos.ts'
import { coverOf } from '../../../src/contract/tile.ts'
import { api, unwrap } from '../../api.ts'
import { notify } from '../../state/notices.ts'
import { store } from '../../state/store.ts'
import { userAtom } from '../../state/viewer.ts'
import { texts } from './texts.ts'

const words = texts.owner
/** Time enough to think better of it, in milliseconds. */
const undoMs = 8000

/** Has the photo stand for the owner. Failures are logged alone, as the catalogue says. */
export function setProfilePicture(photo: Photo): Promise<void> {
  return logged(async () => {
    const before = store.get(userAtom).pic
    await putProfilePicture(`/api/squares/${photo.fileName}`)
    say(words.isProfilePicture, isSeen(photo), () => putProfilePicture(before))
  })
}

/** Has the photo stand for the album it is looked at in; likewise. */
export function setAlbumCover(photo: Photo, albumId: string): Promise<void> {
  return logged(async () => {
    const one = api.albums[':id']
    const param = { id: albumId }
    const before = await unwrap(one.$get({ param, query: { photos: 'false' } }))
    const put = (coverPic: string) => unwrap(one.$put({ param, json: { coverPic } }))
    await put(coverOf(photo))
    // Whoever has the code of an album sees its photos.
    const isSeenWithAlbum = Boolean(before.code) || isSeen(photo)
    say(words.isCover(before.name), isSeenWithAlbum, () => put(before.coverPic))
  })
}

async function putProfilePicture(pic: string): Promise<void> {
  store.set(userAtom, await unwrap(api.user.pic.$put({ json: { pic } })))
}

/** Whether everybody may see the photo. */
const isSeen = ({ isPublic, visibleIn = [] }: Photo) => isPublic === true || visibleIn.length > 0

function say(text: string, isSeen: boolean, undo: () => Promise<unknown>): void {
  const action = { label: words.undo, run: () => void logged(undo) }
  notify(isSeen ? text : `${text} ${words.unseen}`, { durationMs: undoMs, action })
}

async function logged(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.warn(error)
  }
}
