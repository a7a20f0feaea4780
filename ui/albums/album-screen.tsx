import { useAtomValue } from 'jotai'
import { House, Lock } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import type { Album } from '../../src/contract/albums.ts'
import { AfterHydration } from '../components/AfterHydration.tsx'
import { late } from '../components/late.tsx'
import { useDialog } from '../components/use-dialog.ts'
import { PageTitle } from '../layout/page-title.tsx'
import { collectionsAtom, type Source } from '../photos/collections.ts'
import { firstBatchOf } from '../photos/first-batch.ts'
import { Grid } from '../photos/grid.tsx'
import { useListAddress } from '../photos/list-address.ts'
import { lockOf, useOwnerParts } from '../photos/owner-parts.ts'
import { uxConfigAtom } from '../state/ux-config.ts'
import { viewerAtom } from '../state/viewer.ts'
import type { AlbumMode } from './album-mode.ts'
import { mark } from './albums.css.ts'
import { EmptyAlbum } from './empty-album.tsx'
import { texts } from './texts.ts'

const AlbumTools = late(async () => (await import('./album-tools.tsx')).AlbumTools)
const AddPhotosDialog = late(async () => (await import('./add-photos-dialog.tsx')).AddPhotosDialog)
const OrderPhotos = late(async () => (await import('./order-photos.tsx')).OrderPhotos)
const RemovePhotos = late(async () => (await import('./remove-photos.tsx')).RemovePhotos)

/** An album's words and photos, and for the owner what can be done with them. */
export function AlbumScreen({ album, source }: { album: Album; source: Source }) {
  const { isOwner } = useAtomValue(viewerAtom)
  const { revalidate } = useRevalidator()
  const adding = useDialog(AddPhotosDialog)
  const [mode, setMode] = useState<AlbumMode>('look')
  const addTool = useRef<HTMLButtonElement>(null)
  const [left, setLeft] = useState<AlbumMode>('look')
  const leave = () => {
    setLeft(mode)
    setMode('look')
  }
  return (
    <>
      <PageTitle>{album.name}</PageTitle>
      <AlbumHead album={album} />
      {isOwner && mode === 'look' && (
        <div className="album-tools">
          <AfterHydration>
            <AlbumTools {...{ album, left, addTool }} onAdd={adding.open} onMode={setMode} />
          </AfterHydration>
        </div>
      )}
      {mode === 'look' && <AlbumPhotos album={album} source={source} onAdd={adding.open} />}
      <Suspense fallback={null}>
        {adding.isWanted && (
          <AddPhotosDialog album={album} {...adding.props} onChanged={revalidate} tool={addTool} />
        )}
        {mode === 'order' && <OrderPhotos album={album} source={source} onLeave={leave} />}
        {mode === 'remove' && <RemovePhotos album={album} source={source} onLeave={leave} />}
      </Suspense>
    </>
  )
}

function AlbumHead({ album }: { album: Album }) {
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const { id, name, description, photoCount, code } = album
  return (
    <header className="album-heading">
      <h1 dir="auto">{name}</h1>
      {description && (
        <p className="album-words" dir="auto">
          {description}
        </p>
      )}
      <p className="album-facts">
        {texts.photos(photoCount)}
        {id === photoStreamAlbumId && (
          <span className={mark}>
            <House aria-hidden="true" size={14} />
            {texts.photostream}
          </span>
        )}
        {code && (
          <span className={mark}>
            <Lock aria-hidden="true" size={14} />
            {texts.coded}
          </span>
        )}
      </p>
    </header>
  )
}

type AlbumPhotosProps = { album: Album; source: Source; onAdd: () => void }

function AlbumPhotos({ album, source, onAdd }: AlbumPhotosProps) {
  const [search] = useSearchParams()
  const { isOwner } = useAtomValue(viewerAtom)
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const collection = useAtomValue(collectionsAtom).get(source)
  const owner = useOwnerParts(isOwner)
  const list = useListAddress()
  const first = firstBatchOf(search, source)
  // Forgotten while it is on screen: the loader is about to bring it again.
  if (!collection) return null
  if ((collection.batches.get(first)?.length ?? 0) === 0) {
    return <EmptyAlbum album={album} isBeyond={collection.total > 0} onAdd={onAdd} />
  }
  return (
    <Grid
      key={`${source} ${first}`}
      collection={collection}
      first={first}
      list={list}
      Lock={photoStreamAlbumId ? lockOf(isOwner, owner) : undefined}
    />
  )
}
