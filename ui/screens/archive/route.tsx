import { useLoaderData } from 'react-router'
import { monthNames } from '../../../src/contract/search/month-names.ts'
import type { Archive, ArchiveYear } from '../../../src/contract/site/overviews.ts'
import { countOfPhotos } from '../../../src/contract/text/counts.ts'
import { OverviewLinks } from '../../features/evidence/overview-links.tsx'
import { CardPicture } from '../../features/evidence/photo-card.tsx'
import { page, pageHead, pageNote } from '../../features/evidence/styles.css.ts'
import { api, unwrap } from '../../kit/api.ts'
import { BarChart, type Tick } from '../../kit/charts/bar-chart.tsx'
import { EmptyState } from '../../kit/components/EmptyState.tsx'
import { Link } from '../../kit/components/Link.tsx'
import { PageTitle } from '../../kit/layout/page-title.tsx'
import { paths } from '../../kit/paths.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

export const loader = (): Promise<Archive> => unwrap(api.archive.$get())

/** /archive: every year, newest first, with its months and a few of its photos. */
export function Component() {
  const { years, photoCount, undated } = useLoaderData<typeof loader>()
  const most = Math.max(1, ...years.flatMap(({ months }) => months))
  return (
    <div className={page}>
      <PageTitle>{texts.title}</PageTitle>
      <OverviewLinks />
      {photoCount === 0 ? (
        <EmptyState heading={texts.empty.heading} text={texts.empty.text} />
      ) : (
        <>
          <header className={pageHead}>
            <h1>{texts.title}</h1>
            <p className={pageNote}>{texts.count(photoCount - undated, years.length)}</p>
          </header>
          {years.map((year) => (
            <Year key={year.year} of={year} most={most} />
          ))}
          {undated > 0 && <p className={styles.undated}>{texts.undated(undated)}</p>}
        </>
      )}
    </div>
  )
}

const ticks: readonly Tick[] = monthNames.map((name, bar) => ({
  bar,
  text: name.charAt(0),
  isAtEdge: false,
}))

type YearProps = { of: ArchiveYear /** Photos in the best month of all. */; most: number }

function Year({ of: { year, photoCount, months, photos }, most }: YearProps) {
  const ofYear = ['year', String(year)] as const
  return (
    <section className={styles.year}>
      <h2 className={styles.yearTitle}>
        <Link className={styles.number} to={paths.filtered(ofYear)}>
          <span className={styles.numeral}>{year}</span>
          <span className={styles.numberNote}>{countOfPhotos(photoCount)}</span>
        </Link>
      </h2>
      <BarChart
        title={texts.months(year)}
        isTitleHidden
        scaleTo={most}
        plot={52}
        column={texts.month}
        ticks={ticks}
        bars={months.map((count, index) => ({
          label: `${monthNames[index]} ${year}`,
          count,
          to: paths.filtered(ofYear, ['month', String(index + 1)]),
        }))}
      />
      <ul className={styles.photos}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <CardPicture
              photo={photo}
              to={paths.photo(photo.id, paths.filter(ofYear))}
              sizes="(max-width: 819px) 25vw, 100px"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
