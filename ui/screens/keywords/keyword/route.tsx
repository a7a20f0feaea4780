import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { KeywordPage } from '../../../../src/contract/site/overviews.ts'
import { grouped } from '../../../../src/contract/text/counts.ts'
import { OverviewLinks } from '../../../features/evidence/overview-links.tsx'
import { CardPicture } from '../../../features/evidence/photo-card.tsx'
import { Related } from '../../../features/evidence/related.tsx'
import { page, pageHead, pageNote } from '../../../features/evidence/styles.css.ts'
import { api, unwrap } from '../../../kit/api.ts'
import { Link } from '../../../kit/components/Link.tsx'
import { PageTitle } from '../../../kit/layout/page-title.tsx'
import { paths } from '../../../kit/paths.ts'
import { photoCount, photosLink, photosText } from '../../lenses/styles.css.ts'
import * as styles from '../styles.css.ts'
import { texts } from '../texts.ts'

export const loader = ({ request }: LoaderFunctionArgs): Promise<KeywordPage> => {
  // Not the route's parameter, in which '%2F' written in a keyword would become a slash.
  const word = new URL(request.url).pathname.split('/')[2] ?? ''
  return unwrap(api.keywords[':word'].$get({ param: { word } }))
}

/** /keyword/{word}: photos with the keyword, and the keywords they share. */
export function Component() {
  const { value, label, count, photos, related } = useLoaderData<typeof loader>()
  const filter = ['keyword', value] as const
  return (
    <article className={page} key={value}>
      <PageTitle>{label}</PageTitle>
      <OverviewLinks />
      <header className={pageHead}>
        <h1 dir="auto">{label}</h1>
        {count > 0 ? (
          <Link className={photosLink} to={paths.filtered(filter)}>
            <span className={photosText}>{texts.photos}</span>{' '}
            <span className={photoCount}>{grouped(count)}</span>
          </Link>
        ) : (
          <p className={pageNote}>{texts.inAlbums}</p>
        )}
      </header>
      <Related label={texts.related} values={related} pathOf={paths.keyword} />
      <ul className={styles.tiles}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <CardPicture
              photo={photo}
              to={paths.photo(photo.id, paths.filter(filter))}
              sizes="(min-width: 1024px) 256px, max(25vw, 110px)"
            />
          </li>
        ))}
      </ul>
      {photos.length < count && (
        <p className={styles.more}>
          <Link to={paths.filtered(filter)}>{texts.more(count)}</Link>
        </p>
      )}
    </article>
  )
}
