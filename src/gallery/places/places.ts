import { maxPlacePoints } from '../../contract/limits.ts'
import type { Viewer } from '../../contract/people/viewer.ts'
import type { Point } from '../../contract/places/distance.ts'
import { isInside } from '../../contract/places/distance.ts'
import type { Place, PlaceSettings, PlaceSettingsChange } from '../../contract/places/places.ts'
import { ofOneVersion, pause } from '../../core/concurrency/turns.ts'
import type { Store } from '../../core/database/open.ts'
import type { ListSource } from '../photos/lists.ts'
import type { Photos } from '../photos/photos.ts'
import { groupByTown, type Located, type PlacesOnMap, type ShownPlace } from './groups.ts'
import { type PlaceStore, placeStore } from './store.ts'
import { nearestTown } from './towns.ts'

export type PlaceRules = ReturnType<typeof createPlaceRules>
export type Places = ReturnType<typeof createPlaces>

/** Photos read at once. */
const pieceSize = 100

/** What a viewer may know about a place. Everything that shows places uses this rule. */
export function createPlaceRules({ store }: { store: Store }) {
  const rows = placeStore(store)
  let known: { version: number; settings: PlaceSettingsChange } | undefined

  const settings = (): PlaceSettingsChange => {
    const version = store.version()
    if (known?.version !== version) known = { version, settings: rows.settings() }
    return known.settings
  }

  /** Undefined if the place may not be shown, such as in a home zone, or far from any town. */
  const located = (point: Point, isOwner: boolean): ShownPlace | undefined => {
    const current = settings()
    if (!isOwner && isHidden(point, current)) return undefined
    const town = nearestTown(point)
    const isExact = isOwner || current.whoSees === 'exact'
    const shown = isExact ? point : town
    if (!shown) return undefined
    const { latitude, longitude } = shown
    const named = town
      ? { town: town.name, country: countryName(town.country) }
      : { town: null, country: null }
    return { place: { ...named, latitude, longitude }, centre: town ?? point }
  }

  return {
    settings,
    located,
    shown: (point: Point, isOwner: boolean): Place | undefined => located(point, isOwner)?.place,
  }
}

/** Whether the place, even its town, is known only to the owner. */
const isHidden = (point: Point, { whoSees, homeZones }: PlaceSettingsChange): boolean =>
  whoSees === 'nobody' || homeZones.some((zone) => isInside(zone, point))

/** The places of the photos in a list, as far as the viewer may know them. */
export function createPlaces({
  store,
  placeRules: rules,
  photos,
}: {
  store: Store
  placeRules: PlaceRules
  photos: Photos
}) {
  const rows = placeStore(store)
  /** Searches in progress: several requests for the same map share one. */
  const pending = new Map<string, Promise<PlacesOnMap>>()
  let checked: { version: number; bySource: Map<string, boolean> } | undefined

  const seesNone = (viewer: Viewer) => !viewer.isOwner && rules.settings().whoSees === 'nobody'

  /** The photos of a list that have a place. Pauses between pieces. */
  const find = async (
    source: ListSource,
    viewer: Viewer,
    rest: () => Promise<void>,
  ): Promise<{ found: Located[]; hasMore: boolean }> => {
    const found: Located[] = []
    const { rowIds } = photos.page(source, {})
    for (let next = 0; next < rowIds.length; next += pieceSize) {
      await rest()
      for (const row of rows.located(rowIds.subarray(next, next + pieceSize), viewer)) {
        const where = rules.located(row, viewer.isOwner)
        if (!where) continue
        if (found.length >= maxPlacePoints) return { found, hasMore: true }
        const { id, file_name: fileName, title, alt } = row
        found.push({ id, fileName, title, alt, ...where })
      }
    }
    return { found, hasMore: false }
  }

  const findOnMap = async (source: ListSource | undefined, viewer: Viewer) => {
    if (!source || seesNone(viewer)) return groupByTown([], false, pause)
    await photos.prepareOrder(source)
    const { found, hasMore } = await ofOneVersion(store.version, (rest) =>
      find(source, viewer, rest),
    )
    return groupByTown(found, hasMore, pause)
  }

  return {
    settings: (): Promise<PlaceSettings> => withCounts(store, rows, rules.settings()),
    change: async (change: PlaceSettingsChange): Promise<PlaceSettings> => {
      await store.write(() => rows.set(change))
      return withCounts(store, rows, change)
    },
    onMap: (source: ListSource | undefined, viewer: Viewer): Promise<PlacesOnMap> => {
      const key = JSON.stringify([store.version(), source, viewer.isOwner, viewer.grants])
      const finding =
        pending.get(key) ?? findOnMap(source, viewer).finally(() => pending.delete(key))
      pending.set(key, finding)
      return finding
    },
    /** Whether a list has anything for its map; remembered until something is written. */
    hasAny: (source: ListSource | undefined, viewer: Viewer): boolean => {
      const version = store.version()
      if (!source || source.kind === 'filtered' || seesNone(viewer)) return false
      if (checked?.version !== version) checked = { version, bySource: new Map() }
      // A list looks the same to everyone who may open it, apart from the owner.
      const key = `${viewer.isOwner} ${JSON.stringify(source)}`
      const earlier = checked.bySource.get(key)
      if (earlier !== undefined) return earlier
      const points = source.kind === 'all' ? rows.everyPoint() : rows.pointsOf(source.album)
      const hasOne = hasSome(points, (point) => rules.shown(point, viewer.isOwner) !== undefined)
      checked.bySource.set(key, hasOne)
      return hasOne
    },
  }
}

function hasSome<T>(values: Iterable<T>, holds: (value: T) => boolean): boolean {
  for (const value of values) if (holds(value)) return true
  return false
}

/** Adds how many photos have a place, and how many of those are in home zones. */
const withCounts = (
  store: Store,
  rows: PlaceStore,
  settings: PlaceSettingsChange,
): Promise<PlaceSettings> =>
  ofOneVersion(store.version, async (rest) => {
    let located = 0
    let inZones = 0
    let points = rows.pointsAfter(0, pieceSize)
    while (points.length > 0) {
      located += points.length
      for (const point of points) {
        if (settings.homeZones.some((zone) => isInside(zone, point))) inZones++
      }
      await rest()
      points = rows.pointsAfter(points.at(-1)!.row_id, pieceSize)
    }
    return { ...settings, located, inZones }
  })

/** Loaded at first use: the names take 2 MB of memory and 3 ms. */
let countryNames: Intl.DisplayNames | undefined

const countries = new Map<string, string | null>()

/**
 * 'Germany' for 'DE'. There are 250 of them, and looking one up takes longer than finding the nearest
 * town.
 */
function countryName(code: string): string | null {
  const before = countries.get(code)
  if (before !== undefined) return before
  countryNames ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const name = countryNames.of(code) ?? null
  countries.set(code, name)
  return name
}
