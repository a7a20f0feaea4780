import { X } from 'lucide-react'
import { Link } from '../../components/Link.tsx'
import { paths } from '../../paths.ts'
import './filter-banner.css.ts'
import { texts } from './texts.ts'

/** Says what the photos are narrowed to, and leads out: with this photo, or from the start. */
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
