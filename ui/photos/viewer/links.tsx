import './filter-banner.css.ts'
import { useSearchParams } from 'react-router'
import { hasFilterTerm } from '../../../src/contract/filter-address.ts'
import { filterText } from '../../../src/contract/home-texts.ts'
import { Link } from '../../components/Link.tsx'
import { Sentence } from '../../components/Sentence.tsx'
import { paths } from '../../paths.ts'
import { useAlbumId } from '../list/address.ts'
import { searchedWords } from '../search/searched.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

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
      <span title={sentence(name)}>
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
  const [search] = useSearchParams()
  const isInAlbum = useAlbumId() !== undefined
  const model = search.get('cameraModel')
  if (isInAlbum && albumName) return [texts.grid.album, albumName]
  if (isInAlbum) return [() => texts.grid.unnamedAlbum, '']
  if (searchedWords(search) || hasFilterTerm(search)) return [() => texts.grid.search, '']
  return model ? [texts.grid.camera, cameraName ?? model] : [() => texts.grid.home, '']
}

/** Shows what the list is filtered by, with links that clear it and keep the photo, if there is one. */
export function FilterBanner({ photoId }: { photoId: string | undefined }) {
  const [search] = useSearchParams()
  const text = filterText(filterOf(search))
  return (
    <section className="filter-banner" aria-label={text}>
      <p>{text}</p>
      <ClearLinks className="filter-clear" photoId={photoId} />
    </section>
  )
}

type ClearLinksProps = { className?: string; photoId: string | undefined }

/** A link for each part of the filter, which clears that part alone. */
export function ClearLinks({ className, photoId }: ClearLinksProps) {
  const { words, model } = filterOf(useSearchParams()[0])
  const clear = (label: string, rest: { q?: string; cameraModel?: string }) => (
    <Link
      className={className}
      to={pathWithout(rest, photoId)}
      replace={photoId !== undefined}
      preventScrollReset={photoId !== undefined}
    >
      {label}
    </Link>
  )
  return (
    <>
      {words && clear(texts.clearSearch, model ? { cameraModel: model } : {})}
      {model && clear(texts.clearFilter, words ? { q: words } : {})}
    </>
  )
}

/** The same photo or, without one, the grid, with what is left of the filter. */
function pathWithout(rest: { q?: string; cameraModel?: string }, photoId?: string): string {
  const query = new URLSearchParams(rest).toString()
  if (photoId) return paths.photo(photoId, query && `?${query}`)
  if (rest.cameraModel) return paths.cameraGrid(rest.cameraModel)
  return rest.q ? paths.results(rest.q) : paths.home()
}

/** What the query filters by, for filterText(). */
export function filterOf(search: URLSearchParams): { words?: string; model?: string } {
  const words = searchedWords(search)
  const model = search.get('cameraModel')
  return { ...(words && { words }), ...(model && { model }) }
}
