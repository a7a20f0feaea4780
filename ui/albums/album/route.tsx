import { useAtomValue } from 'jotai'
import { House, Lock } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import {
  type LoaderFunctionArgs,
  useLoaderData,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import type { Album } from '../../../src/contract/albums.ts'
import { countOfPhotos } from '../../../src/contract/counts.ts'
import { descriptionBeside } from '../../../src/contract/descriptions.ts'
import { filterText } from '../../../src/contract/filter-labels.ts'
import { mapPath } from '../../../src/contract/map-address.ts'
import { isEmptyFilter } from '../../../src/contract/photo-filter.ts'
import { AfterHydration } from '../../components/AfterHydration.tsx'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Link } from '../../components/Link.tsx'
import { lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { useDialog } from '../../components/use-dialog.ts'
import { FilterChips } from '../../filter/chips.tsx'
import { useFilter, useFilterNames } from '../../filter/shown-filter.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { paths } from '../../paths.ts'
import { Grid } from '../../photos/grid/grid.tsx'
import { toolsOf, useOwnerParts } from '../../photos/grid/use-owner-parts.ts'
import { useListAddress } from '../../photos/list/address.ts'
import type { Source } from '../../photos/list/pages.ts'
import { firstPageOf } from '../../photos/list/source.ts'
import { collectionsAtom } from '../../photos/list/store.ts'
import { ListTools, MapTool } from '../../photos/list/tools.tsx'
import { ClearLinks } from '../../photos/viewer/links.tsx'
import { ShareAlbum } from '../../sharing/share-album.tsx'
import { uxConfigAtom } from '../../state/ux-config.ts'
import { viewerAtom } from '../../state/viewer.ts'
import { notifyingFailure } from '../notify-failure.ts'
import { mark } from '../styles.css.ts'
import { texts } from '../texts.ts'
import { AlbumError } from './album-error.tsx'
import type { AlbumMode } from './album-tools.tsx'
import { DownloadAlbum } from './download-album.tsx'
import { type AlbumData, loadAlbum } from './load-album.ts'
import { emptyNotice } from './styles.css.ts'

const AlbumTools = lazyWithRetry(async () => (await import('./album-tools.tsx')).AlbumTools, {
  part: 'your tools for this album',
})
const AddPhotosDialog = lazyWithRetry(
  async () => (await import('./add-photos-dialog.tsx')).AddPhotosDialog,
  { part: 'the photos to choose from' },
)
const OrderPhotos = lazyWithRetry(
  async () => (await import('../order/order-photos.tsx')).OrderPhotos,
  { part: 'the photos to put in order', isInPlace: true },
)
const RuleLine = lazyWithRetry(async () => (await import('../rule/rule-line.tsx')).RuleLine, {
  part: 'the rule of this album',
})
const RemovePhotos = lazyWithRetry(async () => (await import('./remove-photos.tsx')).RemovePhotos, {
  part: 'the photos to choose from',
  isInPlace: true,
})

export const ErrorBoundary = AlbumError
export const loader = (args: LoaderFunctionArgs): Promise<AlbumData> =>
  notifyingFailure(loadAlbum(args))

/** /album/{albumId}: an album with its photos in a grid. */
export function Component() {
  const { album, source } = useLoaderData<AlbumData>()
  return <AlbumScreen key={album.id} album={album} source={source} />
}

function AlbumScreen({ album, source }: { album: Album; source: Source }) {
  const { isOwner } = useAtomValue(viewerAtom)
  const filter = useFilter()
  const names = useFilterNames(source)
  const { revalidate } = useRevalidator()
  const adding = useDialog(AddPhotosDialog)
  const [mode, setMode] = useState<AlbumMode>('view')
  const addTool = useRef<HTMLButtonElement>(null)
  const [left, setLeft] = useState<AlbumMode>('view')
  const leave = () => {
    setLeft(mode)
    setMode('view')
  }
  return (
    <>
      <PageTitle>
        {isEmptyFilter(filter) ? album.name : `${album.name}: ${filterText(filter, names)}`}
      </PageTitle>
      <AlbumHead album={album} />
      {isOwner && mode === 'view' && (
        <div className="album-tools">
          <AfterHydration>
            <AlbumTools {...{ album, left, addTool }} onAdd={adding.open} onMode={setMode} />
          </AfterHydration>
        </div>
      )}
      {mode === 'view' && <AlbumPhotos album={album} source={source} onAdd={adding.open} />}
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
  const { isOwner } = useAtomValue(viewerAtom)
  const [search] = useSearchParams()
  const { id, name, photoCount, code, downloadable } = album
  const description = descriptionBeside(name, album.description)
  return (
    <header className="album-heading">
      <h1 dir="auto">{name}</h1>
      {description && (
        <p className="album-description" dir="auto">
          {description}
        </p>
      )}
      <div className="list-head">
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
              {texts.codeRequired}
            </span>
          )}
        </p>
        {photoCount > 0 && (
          <ListTools>
            <ShareAlbum
              shared={{ kind: 'album', album, code: (code ?? search.get('code')) || undefined }}
            />
            {album.hasPlaces && <MapTool to={mapPath(id)} />}
            {(isOwner || downloadable) && <DownloadAlbum album={album} />}
          </ListTools>
        )}
      </div>
      {album.rule && (
        <AfterHydration fallback={<p className="album-rule" />}>
          <RuleLine rule={album.rule} />
        </AfterHydration>
      )}
    </header>
  )
}

type AlbumPhotosProps = { album: Album; source: Source; onAdd: () => void }

function AlbumPhotos({ album, source, onAdd }: AlbumPhotosProps) {
  const [search] = useSearchParams()
  const { isOwner } = useAtomValue(viewerAtom)
  const collection = useAtomValue(collectionsAtom).get(source)
  const owner = useOwnerParts(isOwner)
  const list = useListAddress()
  const first = firstPageOf(search, source)
  const isFiltered = !isEmptyFilter(useFilter())
  const names = useFilterNames(source)
  // Its cache entry was cleared while it is on the screen; the loader is about to refill it.
  if (!collection) return null
  const chips = isFiltered && (
    <FilterChips names={names}>
      <span>{countOfPhotos(collection.total)}</span>
      <ClearLinks photoId={undefined} />
    </FilterChips>
  )
  if (isFiltered && collection.total === 0) {
    return (
      <>
        {chips}
        <p className="album-nothing">{texts.nothingFound}</p>
      </>
    )
  }
  if ((collection.pages.get(first)?.length ?? 0) === 0) {
    return <EmptyAlbum album={album} isBeyond={collection.total > 0} onAdd={onAdd} />
  }
  return (
    <>
      {chips}
      <Grid
        key={`${source} ${first}`}
        collection={collection}
        first={first}
        list={list}
        tools={toolsOf(isOwner, owner)}
      />
    </>
  )
}

type EmptyAlbumProps = { album: Album; isBeyond: boolean; onAdd: () => void }

/** Shown if the album is empty, or the address is past its end. */
function EmptyAlbum({ album, isBeyond, onAdd }: EmptyAlbumProps) {
  const { isOwner } = useAtomValue(viewerAtom)
  const [search] = useSearchParams()
  const { heading, visitor, owner, filled, beyond, toStart } = texts.emptyAlbum
  const hint = album.rule ? filled : isOwner ? owner : visitor
  return (
    <EmptyState
      className={emptyNotice}
      level={2}
      heading={isBeyond ? beyond.heading : heading}
      text={isBeyond ? beyond.text : hint}
    >
      {isOwner && !album.rule && !isBeyond && (
        <p>
          <Button kind="primary" onClick={onAdd}>
            {texts.tools.add.short}
          </Button>
        </p>
      )}
      {isBeyond && (
        <p>
          <Link to={paths.album(album.id, search.get('code') ?? '')}>{toStart}</Link>
        </p>
      )}
    </EmptyState>
  )
}
