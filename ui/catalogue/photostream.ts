import { atom } from 'jotai'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { api, errorText, ignoreApiError, unwrap } from '../kit/api.ts'
import { notify } from '../kit/state/notices.ts'
import { store } from '../kit/state/store.ts'
import { uxConfigAtom } from '../kit/state/ux-config.ts'
import type { Source } from './list/pages.ts'
import { changePhoto, markStale } from './list/store.ts'
import { ownerTexts } from './owner-texts.ts'
import { changePhotostreamTotal } from './photostream-total.ts'

const words = ownerTexts.membership

/** How long failures and notices with a button are shown, in milliseconds. */
const failureMs = 8000
const offerMs = 12_000

/** Each photo's pending change: the next one waits for it, so that the last click wins. */
const changesAtom = atom<ReadonlyMap<string, Promise<void>>>(new Map())

/** The album while it is being created, so that simultaneous uploads create only one. */
const creationAtom = atom<{ readonly album?: Promise<string> }>({})

/** Adds the photo to the photostream. Shown at once; undone with a notice if that fails. */
export function publish(photo: Photo): Promise<void> {
  if (!store.get(uxConfigAtom).photoStreamAlbumId) {
    // Do not report a missing photostream while one is being created.
    if (store.get(creationAtom).album) return createPhotostream(() => void publish(photo))
    sayNoPhotostream(() => void publish(photo))
    return Promise.resolve()
  }
  return change(photo, true, words.publishFailed)
}

/**
 * Removes the photo from the photostream in the same way. If public albums still show it, a notice
 * says so and offers to remove it from them too. `done` is called once it is hidden.
 */
export async function hide(photo: Photo, done?: () => void): Promise<void> {
  await change(photo, false, words.hideFailed, () => {
    done?.()
    return sayStillVisible(photo)
  })
}

/** Shows the specified alert with a button that creates a photostream and then runs `then`. */
export function sayNoPhotostream(then?: () => void): void {
  const action = { label: words.makePhotostream, run: () => void createPhotostream(then) }
  // No time limit: keyboard users reach the button last.
  notify(words.noPhotostream, { action })
}

function change(
  photo: Photo,
  isPublic: boolean,
  failed: (reason: string) => string,
  done?: () => Promise<void>,
): Promise<void> {
  const id = store.get(uxConfigAtom).photoStreamAlbumId
  const request = { param: { id }, json: { photoIds: [photo.id] } }
  const { add, delete: remove } = api.albums[':id'].photos
  const by = isPublic ? 1 : -1
  show(photo, isPublic)
  const before = store.get(changesAtom).get(photo.id)
  const work = async () => {
    await before
    try {
      await unwrap(isPublic ? add.$put(request) : remove.$put(request))
      markStale([`album:${id}`])
      await done?.()
    } catch (error) {
      show(photo, !isPublic)
      changePhotostreamTotal(-by)
      notify(errorText(error, failed), { durationMs: failureMs })
    }
  }
  const running = work().finally(() => {
    store.set(changesAtom, (all) => new Map([...all].filter(([, other]) => other !== running)))
  })
  store.set(changesAtom, (all) => new Map(all).set(photo.id, running))
  changePhotostreamTotal(by, running)
  return running
}

function show({ id }: Photo, isPublic: boolean): void {
  changePhoto(id, (photo) => ({ ...photo, isPublic }))
}

async function sayStillVisible(photo: Photo): Promise<void> {
  const ids = photo.visibleIn ?? []
  if (ids.length === 0) return
  const albums = await albumsOf(ids)
  const filled = albums.filter(({ rule }) => rule)
  const others = ids.filter((id) => !filled.some((album) => album.id === id))
  const run = () => void removeFrom(photo, others)
  const action = { label: words.removeThere, run }
  const text = words.stillVisible(namesOf(albums) || words.otherAlbums)
  notify(filled.length > 0 ? words.filled(text, namesOf(filled)) : text, {
    durationMs: offerMs,
    ...(others.length > 0 && { action }),
  })
}

const namesOf = (albums: readonly Album[]): string => albums.map(({ name }) => name).join(', ')

async function albumsOf(ids: readonly string[]): Promise<Album[]> {
  try {
    const albums = await unwrap(api.albums.$get())
    return albums.filter(({ id }) => ids.includes(id))
  } catch (error) {
    // Without the names, the notice still says that other albums show the photo.
    ignoreApiError(error)
    return []
  }
}

async function removeFrom(photo: Photo, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    try {
      const json = { photoIds: [photo.id] }
      await unwrap(api.albums[':id'].photos.delete.$put({ param: { id }, json }))
      markStale([`album:${id}` satisfies Source])
      changePhoto(photo.id, (current) => ({
        ...current,
        visibleIn: current.visibleIn?.filter((other) => other !== id) ?? [],
      }))
    } catch (error) {
      notify(errorText(error, words.removeFailed), { durationMs: failureMs })
      return
    }
  }
}

async function createPhotostream(then: (() => void) | undefined): Promise<void> {
  try {
    await photostreamAlbum()
    then?.()
  } catch (error) {
    notify(errorText(error, words.makeFailed), { durationMs: failureMs })
  }
}

/** The id of the photostream's album; creates the album if there is none. @throws ApiError */
export function photostreamAlbum(): Promise<string> {
  const current = store.get(uxConfigAtom).photoStreamAlbumId
  if (current) return Promise.resolve(current)
  const pending = store.get(creationAtom).album
  if (pending) return pending
  const album = createAndSetAlbum().finally(() => store.set(creationAtom, {}))
  store.set(creationAtom, { album })
  return album
}

async function createAndSetAlbum(): Promise<string> {
  const { id } = await createAlbum()
  const config = { photoStreamAlbumId: id }
  store.set(uxConfigAtom, await unwrap(api.user.config.$post({ json: config })))
  return id
}

/** Creates an album with the first free name: an existing one may contain any photos. */
async function createAlbum() {
  const taken = (await unwrap(api.albums.$get())).map(({ name }) => name.toLowerCase())
  let attempt = 1
  while (taken.includes(words.albumName(attempt).toLowerCase())) attempt++
  return unwrap(api.albums.$post({ json: { name: words.albumName(attempt) } }))
}
