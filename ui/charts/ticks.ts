import type { FacetValue } from '../../src/contract/facets.ts'
import type { Tick } from './bar-chart.tsx'

/** More would not fit below the smallest chart. */
const maxTicks = 7

/**
 * Marks for bars of numbers, by their values in a filter: '100..<200' begins at 100, '7' is 7. A bar
 * without a lower bound ('<50') gets none.
 */
export function ticksOf(bars: readonly FacetValue[]): Tick[] {
  const step = stepFor(bars.length)
  const hasOpenStart = bars[0]?.value.startsWith('<') ? 1 : 0
  return bars.flatMap(({ value }, bar) => {
    if ((bar - hasOpenStart) % step !== 0 || bar < hasOpenStart) return []
    const [text = ''] = value.split('..')
    return [{ bar, text, isAtEdge: value.includes('..') }]
  })
}

/** Of the hours of a day, every sixth. */
const stepFor = (bars: number) => (bars === 24 ? 6 : Math.ceil(bars / maxTicks))
