import type { FacetValue } from '../../../src/contract/search/facets.ts'
import { BarChart } from '../../kit/charts/bar-chart.tsx'
import { ticksOf } from '../../kit/charts/ticks.ts'
import * as styles from './styles.css.ts'

type DayChartProps = {
  title: string
  bars: readonly FacetValue[]
  /** Where a value leads. */
  pathOf: (value: string) => string
}

/** A bar for each hour; where it is narrow for two, as 24 are too close to be pressed. */
export function DayChart({ title, bars, pathOf }: DayChartProps) {
  const linked = (all: readonly FacetValue[]) =>
    all.map(({ value, label, count }) => ({ label, count, to: pathOf(value) }))
  const pairs = pairsOf(bars)
  const sixths = pairs.flatMap(({ value }, bar) => {
    const [text = ''] = value.split('..')
    return bar % 3 === 0 ? [{ bar, text, isAtEdge: true }] : []
  })
  const chart = { title, column: title }
  return (
    <>
      <BarChart {...chart} className={styles.hours} ticks={ticksOf(bars)} bars={linked(bars)} />
      <BarChart {...chart} className={styles.hourPairs} ticks={sixths} bars={linked(pairs)} />
    </>
  )
}

function pairsOf(bars: readonly FacetValue[]): FacetValue[] {
  return bars.flatMap((bar, hour) => {
    const next = bars[hour + 1]
    if (hour % 2 === 1 || !next) return []
    const label = `${bar.label}–${next.label.replace(/:00$/, ':59')}`
    return [{ value: `${bar.value}..${next.value}`, label, count: bar.count + next.count }]
  })
}
