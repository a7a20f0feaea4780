import type { FacetValue } from '../../../src/contract/search/facets.ts'
import type { Tick } from './bar-chart.tsx'

/** More would not fit below the smallest chart. */
const maxTicks = { short: 7, long: 4 } as const
/** '12800' is short, '1/1000' is long. */
const maxShort = 5

/**
 * Marks for bars of numbers, by their values in a filter: '100..<200' begins at 100, '7' is 7. A bar
 * without a lower bound ('<50') gets none. Marks of focal lengths are where their bars begin; bars of
 * stops, and of a single number, are named by it.
 */
export function ticksOf(bars: readonly FacetValue[], areLengths = false): Tick[] {
  const texts = bars.map(({ value }) => value.split('..')[0] ?? '')
  const step = stepFor(texts)
  const hasOpenStart = bars[0]?.value.startsWith('<') ? 1 : 0
  return bars.flatMap(({ value, label }, bar) => {
    if ((bar - hasOpenStart) % step !== 0 || bar < hasOpenStart) return []
    const text = texts[bar]!
    return [{ bar, text, isAtEdge: areLengths && value.includes('..') && label !== `${text} mm` }]
  })
}

/** Of the hours of a day, every sixth. */
function stepFor(texts: readonly string[]): number {
  if (texts.length === 24) return 6
  const isLong = texts.some((text) => text.length > maxShort)
  return Math.ceil(texts.length / maxTicks[isLong ? 'long' : 'short'])
}
