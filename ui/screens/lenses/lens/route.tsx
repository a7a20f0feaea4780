import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { LensPage } from '../../../../src/contract/site/overviews.ts'
import { grouped } from '../../../../src/contract/text/counts.ts'
import { EvidenceOf } from '../../../features/evidence/evidence.tsx'
import { OverviewLinks } from '../../../features/evidence/overview-links.tsx'
import { page, pageHead, pageNote } from '../../../features/evidence/styles.css.ts'
import { api, unwrap } from '../../../kit/api.ts'
import { Link } from '../../../kit/components/Link.tsx'
import { PageTitle } from '../../../kit/layout/page-title.tsx'
import { paths } from '../../../kit/paths.ts'
import * as styles from '../styles.css.ts'
import { texts } from '../texts.ts'

export const loader = ({ params }: LoaderFunctionArgs): Promise<LensPage> => {
  const id = encodeURIComponent(params.lensId ?? '')
  return unwrap(api.lenses[':id'].$get({ param: { id } }))
}

/** /lens/{lensId}: what was taken with a lens. */
export function Component() {
  const { id, name, photoCount, evidence } = useLoaderData<typeof loader>()
  return (
    <article className={page} key={id}>
      <PageTitle>{name}</PageTitle>
      <OverviewLinks />
      <header className={pageHead}>
        <h1 dir="auto">{name}</h1>
        {photoCount > 0 ? (
          <Link className={styles.photosLink} to={paths.filtered(['lens', id])}>
            <span className={styles.photosText}>{texts.photos}</span>{' '}
            <span className={styles.photoCount}>{grouped(photoCount)}</span>
          </Link>
        ) : (
          <p className={pageNote}>{texts.inAlbums}</p>
        )}
      </header>
      <EvidenceOf evidence={evidence} of={{ lens: id }} />
    </article>
  )
}
