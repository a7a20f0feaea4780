import { flushSync } from 'react-dom'
import { useLoaderData, useLocation, useRevalidator } from 'react-router'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { paths } from '../../kit/paths.ts'
import { notify } from '../../kit/state/notices.ts'
import { store } from '../../kit/state/store.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import { type Collection, type CollectionData, positionOf } from '../list/pages.ts'
import { collectionOf, markStale, removeFromList } from '../list/store.ts'
import { ownerTexts } from '../owner-texts.ts'
import { hide, publish } from '../photostream.ts'
import { switchTrack } from './styles.css.ts'

const offerMs = 12_000

/** Makes a photo public or private. A hidden photo leaves a grid that shows the photostream. */
export function useLock(photo: Photo) {
  const { source } = useLoaderData<CollectionData>()
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()

  const undo = async () => {
    await publish(photo)
    markStale([source])
    await revalidate()
  }

  const leave = (button: HTMLElement) => {
    const shown = collectionOf(source)
    const isShown = source === `album:${store.get(uxConfigAtom).photoStreamAlbumId}`
    // Another click may have made it public again meanwhile.
    if (!shown || !isShown || photoIn(shown, photo.id)?.isPublic !== false) return
    const hadFocus = document.activeElement === button
    flushSync(() => removeFromList(photo.id, source))
    if (hadFocus && !button.isConnected) focusOnLast()
    // The home page counts for itself; an album's page shows the number that came with it.
    if (pathname !== paths.home()) void revalidate()
    // Otherwise a notice says where the photo is still visible.
    if ((photo.visibleIn ?? []).length > 0) return
    const action = { label: ownerTexts.membership.undo, run: () => void undo() }
    notify(ownerTexts.membership.hidden, { durationMs: offerMs, action })
  }

  return (button: HTMLElement) =>
    photo.isPublic ? hide(photo, () => leave(button)) : publish(photo)
}

function photoIn(collection: Collection, id: string): Photo | undefined {
  if (positionOf(collection, id) === undefined) return undefined
  return [...collection.pages.values()].flat().find((photo) => photo.id === id)
}

/** The last tile's lock, or the switch above an empty grid. */
function focusOnLast(): void {
  const locks = document.querySelectorAll<HTMLElement>('.photo-grid button')
  const next = [...locks].at(-1) ?? document.querySelector<HTMLElement>(`.${switchTrack}`)
  next?.focus()
}
