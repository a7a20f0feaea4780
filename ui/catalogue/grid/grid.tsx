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
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { placeholderTiles, tileSizes } from '../../../src/contract/photos/tile.ts'
import { Link } from '../../kit/components/Link.tsx'
import { closeInto, scrollIntoView } from '../../kit/navigation/view-transitions.ts'
import { isReturnState, rememberShownPages } from '../../kit/navigation/visits.ts'
import { store } from '../../kit/state/store.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import { gridPath, type ListAddress } from '../list/address.ts'
import { type Collection, isWholePage, pagesFrom } from '../list/pages.ts'
import { lastSeenPhotoAtom } from '../list/store.ts'
import { texts } from '../texts.ts'
import { blockSize, useColumns } from './columns.ts'
import type { GridTools } from './grid-tools.ts'
import { useMorePages } from './more-pages.ts'
import * as styles from './styles.css.ts'
import { RowBlock } from './tile.tsx'

type GridProps = {
  collection: Collection
  /** The number of the page that the grid starts with. */
  first: number
  /** Must stay the same object as long as the links stay the same. */
  list: ListAddress
  tools: GridTools | undefined
}

/** The loaded photos of a list from page `first` on, and a link to more. */
export function Grid({ collection, first, list, tools }: GridProps) {
  const uxConfig = useAtomValue(uxConfigAtom)
  const grids = useRef<HTMLDivElement>(null)
  const { pageSize, total } = collection
  const pages = useMemo(() => pagesFrom(collection, first), [collection, first])
  // After a deletion the last page may be incomplete: its remaining photos are loaded first.
  const isWhole = isWholePage(collection, first + pages.length - 1)
  const end = first + pages.length - (isWhole ? 0 : 1)
  const hasMore = end * pageSize < total
  const { failure, loadNext, ahead } = useMorePages(collection, hasMore ? end : undefined)
  const [announced, setAnnounced] = useState('')

  const counted = useColumns(uxConfig)
  const columns = counted ?? uxConfig.photoGridCols
  const awaited =
    hasMore && failure === undefined ? placeholderTiles(total - end * pageSize, uxConfig) : 0
  const blocks = useMemo(
    () => blocksOf(pages.flat(), awaited, blockSize(columns)),
    [pages, awaited, columns],
  )

  const location = useLocation()
  useEffect(() => rememberShownPages(location, pages.length), [location, pages.length])
  useReturn(grids)

  // Focus moves to the first of the new photos.
  const [firstNew, setFirstNew] = useState<{ index: number; isByKeyboard: boolean }>()
  useEffect(() => {
    if (!firstNew) return
    const tile = grids.current?.querySelectorAll<HTMLElement>('a.tile')[firstNew.index]
    tile?.focus({ preventScroll: !firstNew.isByKeyboard })
  }, [firstNew])

  const loadMore = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const shown = pages.flat().length
    if (!(await loadNext())) return
    setAnnounced(texts.shown(Math.min(first * pageSize + shown + pageSize, total), total))
    // Only keyboard users are scrolled to the new photos.
    setFirstNew({ index: shown, isByKeyboard: event.detail === 0 })
  }

  const measures = {
    '--columns': uxConfig.photoGridCols,
    '--spacing': `${uxConfig.photoGridSpacing}px`,
    '--in-row': counted,
    '--awaited-rows': Math.ceil(awaited / columns),
  } as CSSProperties

  return (
    <>
      {tools && <tools.Selection pages={pages} />}
      {first > 0 && <NewerPhotos to={gridPath(list, first - 1, pageSize)} />}
      <div className="photo-grids" style={measures} ref={grids}>
        {blocks.map(({ start, photos }) => (
          <RowBlock
            key={start}
            photos={photos}
            start={start}
            columns={columns}
            sizes={tileSizes(uxConfig)}
            list={list}
            tools={tools}
          />
        ))}
        {hasMore && <div className={styles.loadAhead} ref={ahead} />}
      </div>
      <nav className={`page-links ${styles.pageLinks}`} aria-label={texts.morePhotos}>
        {failure !== undefined && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        {hasMore && (
          <a
            rel="next"
            href={gridPath(list, end, pageSize)}
            className={styles.pageLink}
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

/** Above a grid that does not start with the newest photos. */
function NewerPhotos({ to }: { to: string }) {
  return (
    <nav className={`page-links ${styles.newerLinks}`} aria-label={texts.newer}>
      <Link className={styles.pageLink} rel="prev" to={to}>
        {texts.newer}
      </Link>
    </nav>
  )
}

type Block = { readonly start: number; readonly photos: readonly (Photo | undefined)[] }

/** Divides photos, and placeholders for those still loading, into blocks of whole rows. */
function blocksOf(photos: readonly Photo[], awaited: number, size: number): Block[] {
  const tiles = [...photos, ...Array.from({ length: awaited }, () => undefined)]
  return Array.from({ length: Math.ceil(tiles.length / size) }, (_, index) => ({
    start: index * size,
    photos: tiles.slice(index * size, (index + 1) * size),
  }))
}

/** On return from the viewer, the picture shrinks into its tile, which gets the focus. */
function useReturn(grids: { readonly current: HTMLDivElement | null }): void {
  const isBack = useNavigationType() === NavigationType.Pop
  const { state } = useLocation()
  const isReturn = isBack || isReturnState(state)
  useLayoutEffect(() => {
    // After the visible blocks have rendered their pictures (in-view.ts), before the first paint.
    queueMicrotask(() => {
      const photoId = store.get(lastSeenPhotoAtom)
      store.set(lastSeenPhotoAtom, undefined)
      const tile = photoId && grids.current ? tileOf(grids.current, photoId) : null
      if (!tile) return
      if (isReturn) {
        scrollIntoView(tile)
        tile.focus({ preventScroll: true })
      }
      closeInto(tile, tile.closest<HTMLElement>('.photo-grid'))
    })
  }, [grids, isReturn])
}

const tileOf = (grid: HTMLElement, photoId: string): HTMLElement | null =>
  grid.querySelector(`a.tile[href*="/${CSS.escape(photoId)}"]`)
