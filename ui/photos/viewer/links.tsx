import './filter-banner.css.ts'
import { X } from 'lucide-react'
import { Link } from '../../components/Link.tsx'
import { paths } from '../../paths.ts'
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

/** Shows the filter, with links that clear it: to all photos, or keeping the current photo. */
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
