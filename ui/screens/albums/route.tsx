import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLoaderData, useLocation, useNavigationType } from 'react-router'
import type { Album } from '../../../src/contract/albums/albums.ts'
import { listedAlbums } from '../../../src/contract/albums/listed-albums.ts'
import { isAfterDeletion, lastAlbumAtom } from '../../catalogue/albums/state.ts'
import { notifyingFailure } from '../../features/albums/notify-failure.ts'
import { texts } from '../../features/albums/texts.ts'
import { api, unwrap } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import { EmptyState } from '../../kit/components/EmptyState.tsx'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../../kit/components/use-dialog.ts'
import { useFocusOnEntry } from '../../kit/components/use-focus.ts'
import { PageTitle } from '../../kit/layout/page-title.tsx'
import { scrollIntoView } from '../../kit/navigation/view-transitions.ts'
import { store } from '../../kit/state/store.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { AddCard, AlbumCard } from './album-card.tsx'
import * as styles from './styles.css.ts'

const AlbumDialog = lazyWithRetry(
  async () => (await import('../../features/albums/form/album-dialog.tsx')).AlbumDialog,
  { part: 'the form' },
)

const NewCovers = lazyWithRetry(async () => (await import('./new-covers.tsx')).NewCovers)

/** The number of cards that are visible at first in most windows. */
const eagerCards = 6

export const loader = (): Promise<Album[]> => notifyingFailure(unwrap(api.albums.$get()))

/** /album: a card for every album; for visitors without the empty ones and the photostream. */
export function Component() {
  const all = useLoaderData<Album[]>()
  const { isOwner } = useAtomValue(viewerAtom)
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const albums = listedAlbums(all, { isOwner, photostream: photoStreamAlbumId })
  const newCovers = all.filter(({ hasNewCover }) => hasNewCover).length
  const adding = useDialog(AlbumDialog)
  const list = useRef<HTMLUListElement>(null)
  useReturnToCard(list)

  // The focus was lost with the deleted album.
  const heading = useFocusOnEntry<HTMLHeadingElement>(isAfterDeletion(useLocation().state))

  const { isOpen } = adding.dialogProps
  const [added, setAdded] = useState<Album>()

  // The new card gets the focus, after the dialog has restored it.
  useEffect(() => {
    if (!added || isOpen || !albums.some(({ id }) => id === added.id)) return
    const frame = requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`[data-album='${CSS.escape(added.id)}']`)?.focus()
      setAdded(undefined)
    })
    return () => cancelAnimationFrame(frame)
  }, [added, isOpen, albums])

  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      {albums.length > 0 ? (
        <section className={styles.list}>
          <h1 tabIndex={-1} ref={heading}>
            {texts.title}
          </h1>
          {isOwner && newCovers > 0 && <NewCovers count={newCovers} heading={heading} />}
          <ul className={styles.cards} ref={list}>
            {albums.map((album, index) => (
              <AlbumCard key={album.id} album={album} isEager={index < eagerCards} />
            ))}
            {isOwner && <AddCard onAdd={adding.open} />}
          </ul>
        </section>
      ) : (
        <EmptyState
          headingRef={heading}
          heading={texts.empty.heading}
          text={isOwner ? texts.empty.owner : texts.empty.visitor}
        >
          {isOwner && (
            <p>
              <Button kind="primary" onClick={adding.open}>
                {texts.add}
              </Button>
            </p>
          )}
        </EmptyState>
      )}
      {adding.isMounted && <AlbumDialog {...adding.dialogProps} onSaved={setAdded} />}
    </>
  )
}

/** On return from an album, its card gets the focus. */
function useReturnToCard(list: RefObject<HTMLElement | null>): void {
  const isBack = useNavigationType() === NavigationType.Pop
  useLayoutEffect(() => {
    // After the scroll position has been restored, before the first paint.
    queueMicrotask(() => {
      const albumId = store.get(lastAlbumAtom)
      store.set(lastAlbumAtom, undefined)
      if (!isBack || albumId === undefined) return
      const card = list.current?.querySelector<HTMLElement>(`[data-album='${CSS.escape(albumId)}']`)
      if (!card) return
      scrollIntoView(card)
      card.focus({ preventScroll: true })
    })
  }, [list, isBack])
}
