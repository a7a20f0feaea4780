import { X } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { texts } from './texts.ts'
import * as styles from './viewer.css.ts'

/** Says that the viewer shows one camera's photos, and leads out: with this photo, or from the start. */
export function FilterBanner({ model, photoId }: { model: string; photoId: string | undefined }) {
  return (
    <section className={styles.banner} aria-label={texts.filter(model)}>
      <p className={styles.bannerText}>{texts.filter(model)}</p>
      <Link className={styles.bannerLink} to={paths.photos()}>
        {texts.clearFilter}
      </Link>
      {photoId && (
        <Link
          className={styles.tool}
          to={paths.photo(photoId)}
          replace
          aria-label={texts.clearSearch}
          title={texts.clearSearch}
        >
          <X aria-hidden="true" />
        </Link>
      )}
    </section>
  )
}
