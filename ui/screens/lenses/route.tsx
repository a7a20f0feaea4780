import { useAtomValue } from 'jotai'
import { useLoaderData } from 'react-router'
import { averageColour } from '../../../src/contract/photos/tile.ts'
import type { LensInList } from '../../../src/contract/site/overviews.ts'
import { countOfPhotos } from '../../../src/contract/text/counts.ts'
import { TilePicture } from '../../catalogue/grid/tile-picture.tsx'
import { OverviewLinks } from '../../features/evidence/overview-links.tsx'
import { page, pageHead, pageNote } from '../../features/evidence/styles.css.ts'
import { api, unwrap } from '../../kit/api.ts'
import { EmptyState } from '../../kit/components/EmptyState.tsx'
import { Link } from '../../kit/components/Link.tsx'
import { PageTitle } from '../../kit/layout/page-title.tsx'
import { paths } from '../../kit/paths.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

export const loader = (): Promise<LensInList[]> => unwrap(api.lenses.$get())

/** /lens: every lens, each with a photo taken with it. */
export function Component() {
  const lenses = useLoaderData<typeof loader>()
  const { isOwner } = useAtomValue(viewerAtom)
  const { heading, visitor, owner } = texts.empty
  return (
    <div className={page}>
      <PageTitle>{texts.title}</PageTitle>
      <OverviewLinks />
      {lenses.length === 0 ? (
        <EmptyState heading={heading} text={isOwner ? owner : visitor} />
      ) : (
        <>
          <header className={pageHead}>
            <h1>{texts.title}</h1>
            <p className={pageNote}>{texts.count(lenses.length)}</p>
          </header>
          <ul className={styles.list}>
            {lenses.map((lens) => (
              <LensRow key={lens.id} lens={lens} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function LensRow({ lens: { id, name, photoCount, latest } }: { lens: LensInList }) {
  return (
    <li>
      <Link className={styles.row} to={paths.lens(id)}>
        <span
          className={styles.thumb}
          style={latest ? { backgroundColor: averageColour(latest.thumbhash) } : undefined}
          // The name says more.
          aria-hidden="true"
        >
          {latest && <TilePicture photo={latest} sizes="72px" className={styles.image} />}
        </span>
        <span className={styles.text}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <span className={pageNote}>{countOfPhotos(photoCount)}</span>
        </span>
      </Link>
    </li>
  )
}
