import type { Photo } from '../../src/contract/photos.ts'
import { api, unwrap } from '../api.ts'
import { notify } from '../state/notices.ts'
import { store } from '../state/store.ts'
import { uxConfigAtom } from '../state/ux-config.ts'
import type { Source } from './list/pages.ts'
import { changePhoto, markStale } from './list/store.ts'
import { changePhotostreamTotal } from './photostream-total.ts'
import { reasonOf } from './reason.ts'
import { texts } from './texts.ts'

const words = texts.membership

/** How long a failure and what can still be done about something stand there, in milliseconds. */
const failureMs = 8000
const offerMs = 12_000

/** The last change of each photo: the next one waits for it, so that the last press wins. */
const underWay = new Map<string, Promise<void>>()

/** Puts the photo into the photostream; shown at once, taken back with a notice if it fails. */
export function publish(photo: Photo): Promise<void> {
  if (!store.get(uxConfigAtom).photoStreamAlbumId) {
    // Whoever has just asked for one is not told that there is none.
    if (making) return makePhotostream(() => void publish(photo))
    sayNoPhotostream(() => void publish(photo))
    return Promise.resolve()
  }
  return change(photo, true, words.publishFailed)
}

/**
 * Takes the photo out of the photostream, likewise; where open albums still show it, a notice says
 * so and offers to remove it there too.
 */
export async function hide(photo: Photo): Promise<void> {
  await change(photo, false, words.hideFailed, () => sayStillVisible(photo))
}

/** The specified alert, with the way out of it. `then` runs once there is a photostream. */
export function sayNoPhotostream(then?: () => void): void {
  const action = { label: words.makePhotostream, run: () => void makePhotostream(then) }
  // It stays: whoever comes by keyboard gets to its button last.
  notify(words.noPhotostream, { action })
}

function change(
  photo: Photo,
  isPublic: boolean,
  failed: (reason: string) => string,
  done?: () => Promise<void>,
): Promise<void> {
  const id = store.get(uxConfigAtom).photoStreamAlbumId
  const call = { param: { id }, json: { photoIds: [photo.id] } }
  const { add, delete: remove } = api.albums[':id'].photos
  const by = isPublic ? 1 : -1
  show(photo, isPublic)
  const before = underWay.get(photo.id)
  const work = async () => {
    await before
    try {
      await unwrap(isPublic ? add.$put(call) : remove.$put(call))
      markStale([`album:${id}`])
      await done?.()
    } catch (error) {
      show(photo, !isPublic)
      changePhotostreamTotal(-by)
      notify(failed(reasonOf(error)), { durationMs: failureMs })
    }
  }
  const running = work().finally(() => {
    if (underWay.get(photo.id) === running) underWay.delete(photo.id)
  })
  underWay.set(photo.id, running)
  changePhotostreamTotal(by, running)
  return running
}

function show({ id }: Photo, isPublic: boolean): void {
  changePhoto(id, (photo) => ({ ...photo, isPublic }))
}

async function sayStillVisible(photo: Photo): Promise<void> {
  const ids = photo.visibleIn ?? []
  if (ids.length === 0) return
  const run = () => void removeFrom(photo, ids)
  const action = { label: words.removeThere, run }
  notify(words.stillVisible(await namesOf(ids)), { durationMs: offerMs, action })
}

async function namesOf(ids: readonly string[]): Promise<string> {
  try {
    const albums = await unwrap(api.albums.$get())
    const names = albums.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    return names.join(', ') || words.otherAlbums
  } catch (error) {
    // What was asked for is done; that it is still visible is said even without the names.
    reasonOf(error)
    return words.otherAlbums
  }
}

async function removeFrom(photo: Photo, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    try {
      const json = { photoIds: [photo.id] }
      await unwrap(api.albums[':id'].photos.delete.$put({ param: { id }, json }))
      markStale([`album:${id}` satisfies Source])
      changePhoto(photo.id, (present) => ({
        ...present,
        visibleIn: present.visibleIn?.filter((other) => other !== id) ?? [],
      }))
    } catch (error) {
      notify(words.removeFailed(reasonOf(error)), { durationMs: failureMs })
      return
    }
  }
}

async function makePhotostream(then: (() => void) | undefined): Promise<void> {
  try {
    await photostreamAlbum()
    then?.()
  } catch (error) {
    notify(words.makeFailed(reasonOf(error)), { durationMs: failureMs })
  }
}

/** The one making of the album, so that many uploads at once make one. */
let making: Promise<string> | undefined

/** The photostream's album, made and set in the config where there is none. @throws ApiError */
export function photostreamAlbum(): Promise<string> {
  const present = store.get(uxConfigAtom).photoStreamAlbumId
  if (present) return Promise.resolve(present)
  making ??= makeAndSetAlbum().finally(() => {
    making = undefined
  })
  return making
}

async function makeAndSetAlbum(): Promise<string> {
  const { id } = await makeAlbum()
  const config = { photoStreamAlbumId: id }
  store.set(uxConfigAtom, await unwrap(api.user.config.$post({ json: config })))
  return id
}

/** An album of that name, or of the next that is not taken: a taken one may hold anything. */
async function makeAlbum() {
  const taken = (await unwrap(api.albums.$get())).map(({ name }) => name.toLowerCase())
  let attempt = 1
  while (taken.includes(words.albumName(attempt).toLowerCase())) attempt++
  return unwrap(api.albums.$post({ json: { name: words.albumName(attempt) } }))
}
