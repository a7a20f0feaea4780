import { takenDay } from '../../../src/contract/photos/photo-facts.ts'
import type { Chart, Evidence, PhotoCard } from '../../../src/contract/site/evidence.ts'
import { BarChart } from '../../kit/charts/bar-chart.tsx'
import { ticksOf } from '../../kit/charts/ticks.ts'
import { paths } from '../../kit/paths.ts'
import { DayChart } from './day-chart.tsx'
import { CardPicture } from './photo-card.tsx'
import { Related } from './related.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type EvidenceProps = {
  evidence: Evidence
  /** The filter that finds the photos: of a camera, or of a lens. */
  of: { readonly camera: string } | { readonly lens: string }
}

/** What was taken with a camera or lens: notable photos, and a chart of each setting. */
export function EvidenceOf({ evidence, of }: EvidenceProps) {
  const { charts, cameras, lenses } = evidence
  const [filter] = Object.entries(of)
  if (evidence.photoCount === 0 || !filter) return null
  return (
    <section className={styles.evidence}>
      <h2 className={styles.heading}>{texts.heading}</h2>
      <NotablePhotos evidence={evidence} filter={filter} />
      <Related label={texts.lenses} values={lenses} pathOf={paths.lens} />
      <Related label={texts.cameras} values={cameras} pathOf={paths.camera} />
      {charts.length > 0 && (
        <div className={styles.charts}>
          {charts.map((chart) => (
            <EvidenceChart key={chart.key} chart={chart} filter={filter} />
          ))}
        </div>
      )}
    </section>
  )
}

type Filter = readonly [key: string, value: string]

type Notable = { label: string; photo: PhotoCard; note: string | undefined }

function NotablePhotos({ evidence, filter }: { evidence: Evidence; filter: Filter }) {
  const { first, last, mostLiked } = evidence
  const isOnly = first !== null && first.id === last?.id
  const cards: (Notable | null)[] = [
    first && { label: isOnly ? texts.only : texts.first, photo: first, note: takenDay(first) },
    mostLiked && {
      label: texts.mostLiked,
      photo: mostLiked,
      note: texts.likes(mostLiked.likes),
    },
    isOnly ? null : last && { label: texts.last, photo: last, note: takenDay(last) },
  ]
  const known = cards.filter((card) => card !== null)
  if (known.length === 0) return null
  return (
    <ul className={styles.notable}>
      {known.map(({ label, photo, note }) => (
        <li key={label}>
          <CardPicture
            photo={photo}
            to={paths.photo(photo.id, paths.filter(filter))}
            sizes="(max-width: 1023px) 33vw, 328px"
          />
          <p className={styles.caption}>
            <span>{label}</span>
            {note && <span className={styles.note}>{note}</span>}
          </p>
        </li>
      ))}
    </ul>
  )
}

function EvidenceChart({ chart: { key, bars }, filter }: { chart: Chart; filter: Filter }) {
  const { title, unit } = texts.charts[key]
  const pathOf = (value: string) => paths.filtered(filter, [key, value])
  if (key === 'hour') return <DayChart title={title} bars={bars} pathOf={pathOf} />
  return (
    <BarChart
      title={unit ? `${title}, ${unit}` : title}
      column={title}
      ticks={ticksOf(bars, key === 'focal')}
      bars={bars.map(({ value, label, count }) => ({
        label,
        count,
        to: pathOf(value),
      }))}
    />
  )
}
