import './filter-banner.css.ts'
import { X } from 'lucide-react'
import { Link } from '../../components/Link.tsx'
import { paths } from '../../paths.ts'
import { texts } from './texts.ts'

type StepLinkProps = {
  rel: 'prev' | 'next'
  /** The neighbour's address; undefined at the list's end, or while its page is loading. */
  href: string | undefined
  isEnd: boolean
  onStep: () => void
}

/** Previous or next. At the end of the list it keeps its place and the focus, but does nothing. */
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

/** Says how the photos are filtered, with links that clear the filter: to all photos, or on this one. */
export function FilterBanner({ text, photoId }: { text: string; photoId: string | undefined }) {
  return (
    <section className="filter-banner" aria-label={text}>
      <p>{text}</p>
      <Link className="filter-clear" to={paths.photos()}>
        {texts.clearFilter}
      </Link>
      {photoId && (
        <Link
          className="filter-out"
          to={paths.photo(photoId)}
          replace
          preventScrollReset
          aria-label={texts.clearSearch}
          title={texts.clearSearch}
        >
          <X aria-hidden="true" />
        </Link>
      )}
    </section>
  )
}
