import { useAtomValue } from 'jotai'
import {
  type CSSProperties,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { Photo } from '../../src/contract/photos.ts'
import { awaitedTiles, tileSizes } from '../../src/contract/tile.ts'
import { Link } from '../components/Link.tsx'
import { uxConfigAtom } from '../state/ux-config.ts'
import { type Collection, isWholeBatch, takeLastSeenPhoto } from './collections.ts'
import { blockSize, useColumns } from './columns.ts'
import { isReturnState } from './first-batch.ts'
import * as styles from './grid.css.ts'
import { gridPath, type ListAddress } from './list-address.ts'
import type { LockButton } from './lock-button.tsx'
import { useMoreBatches } from './more-batches.ts'
import { RowBlock } from './row-block.tsx'
import { rememberShown } from './shown-batches.ts'
import { texts } from './texts.ts'
import { bringIntoView, shrinkInto, tileOf } from './tile-transition.ts'
import './tiles.css.ts'

type GridProps = {
  collection: Collection
  /** The batch that the grid begins with. */
  first: number
  /** Where the links to grid and viewer lead; the same object while that is the same. */
  list: ListAddress
  Lock: typeof LockButton | undefined
}

/** The photos of a list from a batch on, as far as they have been read, and the way to more. */
export function Grid({ collection, first, list, Lock }: GridProps) {
  const uxConfig = useAtomValue(uxConfigAtom)
  const grids = useRef<HTMLDivElement>(null)
  const { batchSize, total } = collection
  const batches = useMemo(() => batchesFrom(collection, first), [collection, first])
  // The last may lack what moved up in it after a deletion: it is completed first.
  const isWhole = isWholeBatch(collection, first + batches.length - 1)
  const end = first + batches.length - (isWhole ? 0 : 1)
  const hasMore = end * batchSize < total
  const { failure, loadNext, ahead } = useMoreBatches(collection, hasMore ? end : undefined)
  const [announced, setAnnounced] = useState('')

  const counted = useColumns(uxConfig)
  const columns = counted ?? uxConfig.photoGridCols
  const awaited =
    hasMore && failure === undefined ? awaitedTiles(total - end * batchSize, uxConfig) : 0
  const blocks = useMemo(
    () => blocksOf(batches.flat(), awaited, blockSize(columns)),
    [batches, awaited, columns],
  )

  useEffect(() => rememberShown(batches.length), [batches.length])
  useReturn(grids)

  // The first of the new ones is where reading goes on.
  const [turnedTo, setTurnedTo] = useState<{ place: number; isByKeyboard: boolean }>()
  useEffect(() => {
    if (!turnedTo) return
    const tile = grids.current?.querySelectorAll<HTMLElement>('a.tile')[turnedTo.place]
    tile?.focus({ preventScroll: !turnedTo.isByKeyboard })
  }, [turnedTo])

  const loadMore = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const shown = batches.flat().length
    if (!(await loadNext())) return
    setAnnounced(texts.shown(Math.min(first * batchSize + shown + batchSize, total), total))
    // By mouse nothing moves.
    setTurnedTo({ place: shown, isByKeyboard: event.detail === 0 })
  }

  const measures = {
    '--columns': uxConfig.photoGridCols,
    '--spacing': `${uxConfig.photoGridSpacing}px`,
    '--in-row': counted,
    '--awaited-rows': Math.ceil(awaited / columns),
  } as CSSProperties

  return (
    <>
      {first > 0 && (
        <nav className="page-links is-before" aria-label={texts.newer}>
          <Link rel="prev" to={gridPath(list, first - 1, batchSize)}>
            {texts.newer}
          </Link>
        </nav>
      )}
      <div className="photo-grids" style={measures} ref={grids}>
        {blocks.map(({ start, photos }) => (
          <RowBlock
            key={start}
            photos={photos}
            start={start}
            columns={columns}
            sizes={tileSizes(uxConfig)}
            list={list}
            Lock={Lock}
          />
        ))}
        {hasMore && <div className={styles.loadAhead} ref={ahead} />}
      </div>
      <nav className="page-links" aria-label={texts.morePhotos}>
        {failure !== undefined && (
          <p className={styles.failure} role="alert">
            {texts.loadFailed(failure)}
          </p>
        )}
        {hasMore && (
          <a
            rel="next"
            href={gridPath(list, end, batchSize)}
            onClick={(event) => void loadMore(event)}
          >
            {failure === undefined ? texts.loadMore : texts.retry}
          </a>
        )}
      </nav>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </>
  )
}

/** The batches from `first` on, up to the first that has not been read. */
function batchesFrom({ batches }: Collection, first: number): (readonly Photo[])[] {
  const found: (readonly Photo[])[] = []
  for (let batch = batches.get(first); batch; batch = batches.get(first + found.length)) {
    found.push(batch)
  }
  return found
}

type Block = { readonly start: number; readonly photos: readonly (Photo | undefined)[] }

/** The photos and the room of those to come, in blocks of whole rows. */
function blocksOf(photos: readonly Photo[], awaited: number, size: number): Block[] {
  const tiles = [...photos, ...Array.from({ length: awaited }, () => undefined)]
  return Array.from({ length: Math.ceil(tiles.length / size) }, (_, index) => ({
    start: index * size,
    photos: tiles.slice(index * size, (index + 1) * size),
  }))
}

/** Coming back from the viewer: its picture goes into the tile, and the keyboard goes on there. */
function useReturn(grids: { readonly current: HTMLDivElement | null }): void {
  const isBack = useNavigationType() === NavigationType.Pop
  const { state } = useLocation()
  const isReturn = isBack || isReturnState(state)
  useLayoutEffect(() => {
    // After the blocks near the restored place have their pictures (near.ts), before the first frame.
    queueMicrotask(() => {
      const photoId = takeLastSeenPhoto()
      if (!grids.current || !photoId) return
      const tile = tileOf(grids.current, photoId)
      if (!tile) return
      if (isReturn) {
        bringIntoView(tile)
        tile.focus({ preventScroll: true })
      }
      shrinkInto(tile)
    })
  }, [grids, isReturn])
}
