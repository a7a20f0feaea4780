import { useLocation } from 'react-router'
import { filterText } from '../../../src/contract/search/filter-labels.ts'
import {
  isEmptyFilter,
  noFilter,
  type PhotoFilter,
} from '../../../src/contract/search/photo-filter.ts'
import { useAlbumId } from '../../catalogue/list/address.ts'
import type { Source } from '../../catalogue/list/pages.ts'
import { texts } from '../../catalogue/viewer/texts.ts'
import { filteredPath } from '../../features/filter/filtered-list.ts'
import { useFilter, useFilterNames } from '../../features/filter/shown-filter.ts'
import { Link } from '../../kit/components/Link.tsx'
import { Sentence } from '../../kit/components/Sentence.tsx'
import * as filterLine from './filter-line.css.ts'
import * as styles from './photo-page.css.ts'

type StepLinkProps = {
  rel: 'prev' | 'next'
  /** The neighbour's path; undefined at the end of the list, or while its page is loading. */
  href: string | undefined
  isEnd: boolean
  onStep: () => void
}

/** Previous or next. At the end of the list it stays in place and keeps the focus but does nothing. */
export function StepLink({ rel, href, isEnd, onStep }: StepLinkProps) {
  const isPrevious = rel === 'prev'
  return (
    <a
      className={isPrevious ? styles.previous : styles.next}
      rel={rel}
      href={isEnd ? undefined : (href ?? '#')}
      role={isEnd ? 'link' : undefined}
      aria-disabled={isEnd || undefined}
      tabIndex={isEnd ? -1 : undefined}
      title={isPrevious ? texts.previous : texts.next}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        if (!isEnd) onStep()
      }}
    >
      {isPrevious ? texts.previous : texts.next}
    </a>
  )
}

type GridLinkProps = {
  to: string
  albumName: string | undefined
  /** The name of the camera that the shown photo was taken with. */
  cameraName: string | null
  onLeave: () => void
}

/** Leads back to the grid of the list that the photo is shown in, and says which list that is. */
export function GridLink({ to, albumName, cameraName, onLeave }: GridLinkProps) {
  const [sentence, name] = useShownList(albumName, cameraName)
  return (
    <Link
      className={styles.gridLink}
      to={to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onLeave()
      }}
    >
      {/* A long name is shortened, so the title has all of it. */}
      <span className={styles.listName} title={sentence(name)}>
        {name ? <Sentence with={name} of={sentence} /> : sentence('')}
      </span>
    </Link>
  )
}

/** The list that the photo is shown in: a sentence, and the name in it or ''. */
function useShownList(
  albumName: string | undefined,
  cameraName: string | null,
): [(name: string) => string, string] {
  const isInAlbum = useAlbumId() !== undefined
  const { terms, q, cameraModel, order } = useFilter()
  const isFiltered = terms.length > 0
  if (isInAlbum && albumName) {
    return [isFiltered ? texts.grid.filteredAlbum : texts.grid.album, albumName]
  }
  if (isInAlbum) return [() => texts.grid.unnamedAlbum, '']
  if (q) return [() => texts.grid.search, '']
  if (isFiltered) return [() => texts.grid.filtered, '']
  if (order) return [() => texts.grid.added, '']
  return cameraModel ? [texts.grid.camera, cameraName ?? cameraModel] : [() => texts.grid.home, '']
}

type FilterBannerProps = { photoId: string | undefined; source: Source }

/** Shows what the list is filtered by, with links that clear it and keep the photo, if there is one. */
export function FilterBanner({ photoId, source }: FilterBannerProps) {
  const filter = useFilter()
  const text = filterText(filter, useFilterNames(source))
  if (isEmptyFilter(filter)) return null
  return (
    <section className={filterLine.line} aria-label={text}>
      <p className={filterLine.text}>{text}</p>
      <ClearLinks className={filterLine.clear} photoId={photoId} />
    </section>
  )
}

type ClearLinksProps = { className?: string; photoId: string | undefined }

/** A link for the words and one for the rest of the filter; each clears that part alone. */
export function ClearLinks({ className, photoId }: ClearLinksProps) {
  const location = useLocation()
  const { terms, q, cameraModel, order } = useFilter()
  const clear = (label: string, rest: PhotoFilter) => (
    <Link
      className={className}
      to={filteredPath(location, rest, photoId)}
      replace={photoId !== undefined}
      preventScrollReset={photoId !== undefined}
    >
      {label}
    </Link>
  )
  const isFiltered = terms.length > 0 || cameraModel !== undefined
  const others = { ...(cameraModel && { cameraModel }), ...(order && { order }) }
  return (
    <>
      {q && clear(texts.clearSearch, { terms, ...others })}
      {isFiltered &&
        clear(texts.clearFilter, { terms: [], ...(q && { q }), ...(order && { order }) })}
      {order && !isFiltered && !q && clear(texts.clearOrder, noFilter)}
    </>
  )
}
