import { X } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { texts } from './texts.ts'

/** Says that the viewer shows one camera's photos, and leads out: with this photo, or from the start. */
export function FilterBanner({ model, photoId }: { model: string; photoId: string | undefined }) {
  return (
    <section className="filter-banner" aria-label={texts.filter(model)}>
      <p>{texts.filter(model)}</p>
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
