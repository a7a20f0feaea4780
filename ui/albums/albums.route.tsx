import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import type { Album } from '../../src/contract/albums.ts'
import { api, unwrap } from '../api.ts'
import { Button } from '../components/Button.tsx'
import { late } from '../components/late.tsx'
import { useDialog } from '../components/use-dialog.ts'
import { PageTitle } from '../layout/page-title.tsx'
import { viewerAtom } from '../state/viewer.ts'
import { isAfterDeletion } from './after-deletion.ts'
import { AddCard, AlbumCard } from './album-card.tsx'
import { useReturnToCard } from './return-to-card.ts'
import { texts } from './texts.ts'
import { useFocusOnEntry } from './use-focus-on-entry.ts'

const AlbumDialog = late(async () => (await import('./album-dialog.tsx')).AlbumDialog)

/** Cards that are on the first screen of most windows. */
const eagerCards = 6

export const loader = (): Promise<Album[]> => unwrap(api.albums.$get())

/** /album: a card for every album that this viewer may know of. */
export function Component() {
  const albums = useLoaderData<Album[]>()
  const { isOwner } = useAtomValue(viewerAtom)
  const adding = useDialog(AlbumDialog)
  const list = useRef<HTMLUListElement>(null)
  useReturnToCard(list)

  // The album that was deleted has taken the focus along.
  const heading = useFocusOnEntry<HTMLHeadingElement>(isAfterDeletion(useLocation().state))

  const { isOpen } = adding.props
  const [added, setAdded] = useState<Album>()

  // The keyboard goes on at the new card, once the dialog has given the focus back.
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
        <section className="album-list">
          <h1 tabIndex={-1} ref={heading}>
            {texts.title}
          </h1>
          <ul ref={list}>
            {albums.map((album, place) => (
              <AlbumCard key={album.id} album={album} isEager={place < eagerCards} />
            ))}
            {isOwner && <AddCard onAdd={adding.open} />}
          </ul>
        </section>
      ) : (
        <section className="notice">
          <h1 tabIndex={-1} ref={heading}>
            {texts.empty.heading}
          </h1>
          <p>{isOwner ? texts.empty.owner : texts.empty.visitor}</p>
          {isOwner && (
            <p>
              <Button kind="primary" onClick={adding.open}>
                {texts.add}
              </Button>
            </p>
          )}
        </section>
      )}
      {adding.isWanted && <AlbumDialog {...adding.props} onSaved={setAdded} />}
    </>
  )
}
