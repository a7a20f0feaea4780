import { filterOfRule } from '../../contract/albums/album-rule.ts'
import type { PhotoFilter } from '../../contract/search/photo-filter.ts'
import { countOfPhotos } from '../../contract/text/counts.ts'
import type { Problem } from './problem.ts'
import type { CheckStore } from './store.ts'

const batchSize = 1000

/** Reads a photo, and then says which filters it matches. */
export type MatcherOf = (photo: number) => (filter: PhotoFilter) => boolean

type Difference = { readonly name: string; missing: number; surplus: number }

/** Finds smart albums that do not contain exactly the photos that match their rules. */
export function* checkAlbumRules(store: CheckStore, matcherOf: MatcherOf): Generator<Problem> {
  const differences = new Map<string, Difference>()
  // Each batch is of one moment, as a running server may change photos and rules meanwhile.
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after
    after = store.atOnce(() => compare(store, matcherOf, from, differences))
  }
  for (const [album, { name, missing, surplus }] of differences) {
    const what = [
      missing > 0
        ? `${countOfPhotos(missing)} that its rule finds ${missing === 1 ? 'is' : 'are'} missing`
        : '',
      surplus > 0
        ? `${countOfPhotos(surplus)} in it ${surplus === 1 ? 'does' : 'do'} not match`
        : '',
    ].filter(Boolean)
    yield {
      text: `The smart album "${name}" is not up to date: ${what.join(' and ')}.`,
      advice: 'vitrine check --repair fills it again.',
      repair: { kind: 'refill', album },
    }
  }
}

/** @returns the last photo compared; undefined after the end. */
function compare(
  store: CheckStore,
  matcherOf: MatcherOf,
  after: number,
  differences: Map<string, Difference>,
): number | undefined {
  const albums = store
    .albumsWithRule()
    .map(({ rule, ...album }) => ({ ...album, filter: filterOfRule(rule) }))
  if (albums.length === 0) return undefined
  const photos = store.rowIdsAfter(after, batchSize)
  const placed = new Set(
    store.inAlbumsWithRule(photos).map(({ album, photo }) => `${album} ${photo}`),
  )
  for (const photo of photos) {
    const matches = matcherOf(photo)
    for (const { row_id: album, id, name, filter } of albums) {
      const shouldBeIn = isMatch(matches, filter)
      if (shouldBeIn === placed.has(`${album} ${photo}`)) continue
      const difference = differences.get(id) ?? { name, missing: 0, surplus: 0 }
      if (shouldBeIn) difference.missing++
      else difference.surplus++
      differences.set(id, difference)
    }
  }
  return photos.at(-1)
}

/** A rule that this version cannot read matches nothing. */
const isMatch = (matches: (filter: PhotoFilter) => boolean, filter: PhotoFilter | undefined) =>
  filter !== undefined && matches(filter)
