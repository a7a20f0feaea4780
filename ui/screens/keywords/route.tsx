import { useAtomValue } from 'jotai'
import { useLoaderData } from 'react-router'
import type { Keywords } from '../../../src/contract/site/overviews.ts'
import { countOfPhotos, grouped } from '../../../src/contract/text/counts.ts'
import { OverviewLinks } from '../../features/evidence/overview-links.tsx'
import { page, pageHead, pageNote } from '../../features/evidence/styles.css.ts'
import { api, unwrap } from '../../kit/api.ts'
import { EmptyState } from '../../kit/components/EmptyState.tsx'
import { useFollow } from '../../kit/components/Link.tsx'
import { plainList } from '../../kit/components/plain-list.css.ts'
import { PageTitle } from '../../kit/layout/page-title.tsx'
import { paths } from '../../kit/paths.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { byLetter, weightOf } from './by-letter.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

export const loader = (): Promise<Keywords> => unwrap(api.keywords.$get())

/** More keywords than this with one letter may be divided between two columns. */
const longGroup = 12

/** /keyword: an index of all keywords; the more photos one has, the larger it is. */
export function Component() {
  const { total, keywords } = useLoaderData<typeof loader>()
  const { isOwner } = useAtomValue(viewerAtom)
  const follow = useFollow()
  const { heading, visitor, owner } = texts.empty
  const most = Math.max(1, ...keywords.map(({ count }) => count))
  return (
    <div className={page}>
      <PageTitle>{texts.title}</PageTitle>
      <OverviewLinks />
      {keywords.length === 0 ? (
        <EmptyState heading={heading} text={isOwner ? owner : visitor} />
      ) : (
        <>
          <header className={pageHead}>
            <h1>{texts.title}</h1>
            <p className={pageNote}>{texts.count(total, keywords.length)}</p>
          </header>
          <div className={styles.index}>
            {byLetter(keywords).map(([letter, words]) => (
              <section
                key={letter}
                className={words.length > longGroup ? styles.group : styles.shortGroup}
              >
                <h2 className={styles.letter}>{letter}</h2>
                <ul className={plainList}>
                  {words.map(({ value, label, count }) => (
                    <li key={value} className={styles.entry}>
                      <a
                        className={styles.word}
                        data-weight={weightOf(count, most)}
                        href={paths.keyword(value)}
                        onClick={follow}
                      >
                        <bdi className={styles.label}>{label}</bdi>
                        <span className="visually-hidden">({countOfPhotos(count)})</span>
                        <span className={styles.count} aria-hidden="true">
                          {grouped(count)}
                        </span>
                      </a>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </>
      )}
    </div>
  )
}
