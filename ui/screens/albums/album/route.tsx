import { useAtomValue } from 'jotai'
import { House, Lock } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import {
  type LoaderFunctionArgs,
  useLoaderData,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import { descriptionBeside } from '../../../../src/contract/photos/descriptions.ts'
import { mapPath } from '../../../../src/contract/places/map-address.ts'
import { filterText } from '../../../../src/contract/search/filter-labels.ts'
import { isEmptyFilter } from '../../../../src/contract/search/photo-filter.ts'
import { countOfPhotos } from '../../../../src/contract/text/counts.ts'
import { type AlbumData, loadAlbum } from '../../../catalogue/albums/load-album.ts'
import { Grid } from '../../../catalogue/grid/grid.tsx'
import { useListAddress } from '../../../catalogue/list/address.ts'
import type { Source } from '../../../catalogue/list/pages.ts'
import { firstPageOf } from '../../../catalogue/list/source.ts'
import { collectionsAtom } from '../../../catalogue/list/store.ts'
import { notifyingFailure } from '../../../features/albums/notify-failure.ts'
import { ruleLine } from '../../../features/albums/rule/styles.css.ts'
import { texts } from '../../../features/albums/texts.ts'
import { clear } from '../../../features/filter/chips.css.ts'
import { FilterChips } from '../../../features/filter/chips.tsx'
import { useFilter, useFilterNames } from '../../../features/filter/shown-filter.ts'
import { ListTools, MapTool } from '../../../features/list-tools/list-tools.tsx'
import { toolsOf, useOwnerControls } from '../../../features/owner-grid/use-owner-controls.ts'
import { ShareAlbum } from '../../../features/sharing/share-album.tsx'
import { AfterHydration } from '../../../kit/components/AfterHydration.tsx'
import { Button } from '../../../kit/components/Button.tsx'
import { heading as noticeHeading } from '../../../kit/components/EmptyState.css.ts'
import { EmptyState } from '../../../kit/components/EmptyState.tsx'
import { Link } from '../../../kit/components/Link.tsx'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { listHead } from '../../../kit/components/list-tools.css.ts'
import { useDialog } from '../../../kit/components/use-dialog.ts'
import { PageTitle } from '../../../kit/layout/page-title.tsx'
import { paths } from '../../../kit/paths.ts'
import { uxConfigAtom } from '../../../kit/state/ux-config.ts'
import { viewerAtom } from '../../../kit/state/viewer.ts'
import { ClearLinks } from '../../photo/step-links.tsx'
import * as albumStyles from '../styles.css.ts'
import { AlbumError } from './album-error.tsx'
import type { AlbumMode } from './album-tools.tsx'
import { DownloadAlbum } from './download-album.tsx'
import * as styles from './styles.css.ts'

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
const RuleLine = lazyWithRetry(
  async () => (await import('../../../features/albums/rule/rule-line.tsx')).RuleLine,
  {
    part: 'the rule of this album',
  },
)
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
        <div className={albumStyles.toolsPlace}>
          <AfterHydration>
            <AlbumTools
              album={album}
              left={left}
              addTool={addTool}
              onAdd={adding.open}
              onMode={setMode}
            />
          </AfterHydration>
        </div>
      )}
      {mode === 'view' && <AlbumPhotos album={album} source={source} onAdd={adding.open} />}
      <Suspense fallback={null}>
        {adding.isMounted && (
          <AddPhotosDialog
            album={album}
            {...adding.dialogProps}
            onChanged={revalidate}
            tool={addTool}
          />
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
    <header className={albumStyles.heading}>
      <h1 dir="auto">{name}</h1>
      {description && (
        <p className={albumStyles.description} dir="auto">
          {description}
        </p>
      )}
      <div className={`${listHead} ${albumStyles.headRow}`}>
        <p className={albumStyles.facts}>
          {texts.photos(photoCount)}
          {id === photoStreamAlbumId && (
            <span className={albumStyles.mark}>
              <House aria-hidden="true" size={14} />
              {texts.photostream}
            </span>
          )}
          {code && (
            <span className={albumStyles.mark}>
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
        <AfterHydration fallback={<p className={ruleLine} />}>
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
  const owner = useOwnerControls(isOwner)
  const list = useListAddress()
  const first = firstPageOf(search, source)
  const isFiltered = !isEmptyFilter(useFilter())
  const names = useFilterNames(source)
  // Its cache entry was cleared while it is on the screen; the loader is about to refill it.
  if (!collection) return null
  const chips = isFiltered && (
    <FilterChips names={names}>
      <span>{countOfPhotos(collection.total)}</span>
      <ClearLinks className={clear} photoId={undefined} />
    </FilterChips>
  )
  if (isFiltered && collection.total === 0) {
    return (
      <>
        {chips}
        <p className={albumStyles.nothing}>{texts.nothingFound}</p>
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
  const manualHint = isOwner ? owner : visitor
  const hint = album.rule ? filled : manualHint
  return (
    <EmptyState
      className={styles.emptyNotice}
      headingClassName={noticeHeading}
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
