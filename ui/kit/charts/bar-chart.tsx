import { useId } from 'react'
import { countOfPhotos, grouped } from '../../../src/contract/text/counts.ts'
import { Link } from '../components/Link.tsx'
import * as styles from './styles.css.ts'

type Bar = {
  readonly label: string
  readonly count: number
  /** Where the bar leads. */
  readonly to: string
}

/** Below the axis: a mark at the left edge of a bar, or the name of the bar itself. */
export type Tick = { readonly bar: number; readonly text: string; readonly isAtEdge: boolean }

type BarChartProps = {
  title: string
  /** For charts that need no visible title where they are. */
  isTitleHidden?: boolean
  bars: readonly Bar[]
  /** The count that reaches the top, to compare with other charts; otherwise the tallest bar does. */
  scaleTo?: number
  /** The height of the tallest bar, in pixels. */
  plot?: number
  ticks: readonly Tick[]
  /** Names the first column of the table for screen readers. */
  column: string
  className?: string | undefined
}

/** Space for the count of the tallest bar, in pixels. */
const top = 22
/** Space for the marks below the axis. */
const bottom = 24
/** Few bars stay as slim as many. */
const minSlots = 8
/** The share of its column that a bar leaves empty. */
const gap = 0.56

/**
 * A histogram whose bars are links. Its positions across are percentages, so that it fits any width
 * without distorting its text.
 */
export function BarChart(props: BarChartProps) {
  const { title, isTitleHidden = false, bars, ticks, column, className, scaleTo, plot = 96 } = props
  const id = useId()
  const slot = 100 / Math.max(bars.length, minSlots)
  const baseline = top + plot
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const topOf = (count: number) => baseline - Math.max(2, (count / (scaleTo ?? most)) * plot)
  return (
    <figure className={className ? `${styles.chart} ${className}` : styles.chart}>
      <figcaption id={id} className={isTitleHidden ? 'visually-hidden' : styles.title}>
        {title}
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset */}
      <svg
        className={styles.drawing}
        width="100%"
        height={baseline + bottom}
        role="group"
        aria-labelledby={id}
      >
        <line className={styles.axis} x1="0" x2="100%" y1={baseline + 0.5} y2={baseline + 0.5} />
        {ticks.map((tick) => (
          <TickMark key={tick.bar} tick={tick} slot={slot} baseline={baseline} />
        ))}
        {bars.map(
          ({ label, count, to }, index) =>
            count > 0 && (
              <Link
                key={label}
                to={to}
                className={count === most ? `${styles.bar} ${styles.peak}` : styles.bar}
              >
                <title>{`${label}: ${countOfPhotos(count)}`}</title>
                {/* All of the column can be pressed, however short its bar. */}
                <rect
                  className={styles.column}
                  x={percent(index * slot)}
                  width={percent(slot)}
                  y="2"
                  height={baseline - 2}
                />
                <rect
                  className={styles.fill}
                  x={percent((index + gap / 2) * slot)}
                  width={percent(slot * (1 - gap))}
                  y={topOf(count)}
                  height={baseline - topOf(count)}
                />
                {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is part of the title, which
                is the link's name, and cannot have the focus. */}
                <text
                  aria-hidden="true"
                  className={styles.count}
                  x={percent((index + 0.5) * slot)}
                  y={topOf(count) - 6}
                  textAnchor={anchorOf(index, bars.length)}
                >
                  {grouped(count)}
                </text>
              </Link>
            ),
        )}
      </svg>
      <div className="visually-hidden">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              <th scope="col">Photos</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, count }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{grouped(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

type TickMarkProps = { tick: Tick; slot: number; baseline: number }

function TickMark({ tick: { bar, text, isAtEdge }, slot, baseline }: TickMarkProps) {
  const x = percent((isAtEdge ? bar : bar + 0.5) * slot)
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus
    <g aria-hidden="true">
      {isAtEdge && (
        <line className={styles.axis} x1={x} x2={x} y1={baseline + 1} y2={baseline + 5} />
      )}
      <text className={styles.tick} x={x} y={baseline + 20} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}

/** Keeps the counts of the outermost bars within the drawing. */
function anchorOf(index: number, length: number): 'start' | 'middle' | 'end' {
  if (length <= minSlots) return 'middle'
  if (index === 0) return 'start'
  return index === length - 1 ? 'end' : 'middle'
}

const percent = (value: number) => `${Math.round(value * 1000) / 1000}%`
