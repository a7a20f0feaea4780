import type { Feature, FeatureCollection } from 'geojson'
import { type GeoJSONSource, LngLatBounds, type Map as MapLibre } from 'maplibre-gl'
import type { Point, Zone } from '../../../src/contract/places/distance.ts'
import type { PlaceGroup } from '../../../src/contract/places/places.ts'
import { createMap } from './base-map.ts'
import type { MapColors } from './map-colors.ts'
import { texts } from './texts.ts'
import { addTownNames } from './town-names.ts'

type Shown = {
  readonly container: HTMLElement
  readonly colors: MapColors
  readonly hasTiles: boolean
  /** The owner's photos, to find one's way by. */
  readonly points: readonly Point[]
  readonly groups: readonly PlaceGroup[]
  readonly zone: Zone | undefined
  readonly onChoose: (point: Point) => void
}

const corners = 64
const metresPerDegree = 111_195
const world = new LngLatBounds([-170, -58, 180, 75])

/** Draws a zone, whose centre is chosen by a click. @throws without WebGL. */
export async function drawZone(shown: Shown): Promise<MapLibre> {
  const { container, colors, hasTiles, points, groups, zone, onChoose } = shown
  const map = await createMap({
    container,
    colors,
    hasTiles,
    title: texts.zoneMap,
    bounds: zone ? boundsOf(zone) : boundsOfAll(points),
    firstZoom: zone ? 14 : 8,
    maxZoom: hasTiles ? 17 : 14,
  })
  map.getCanvas().style.cursor = 'crosshair'
  map.on('click', ({ lngLat }) => {
    const { lat, lng } = lngLat.wrap()
    onChoose({ latitude: Number(lat.toFixed(5)), longitude: Number(lng.toFixed(5)) })
  })
  map.on('load', () => {
    if (!hasTiles) addTownNames(map, colors, groups)
    addLayers(map, colors, points)
    showZone(map, zone)
  })
  return map
}

/** Moves there only if the zone is out of sight. */
export function showZone(map: MapLibre, zone: Zone | undefined): void {
  map.getSource<GeoJSONSource>('zone')?.setData(collection(zone ? [circle(zone)] : []))
  if (zone && !map.getBounds().contains([zone.longitude, zone.latitude])) {
    map.fitBounds(boundsOf(zone), { padding: 60, maxZoom: 14 })
  }
}

function addLayers(map: MapLibre, colors: MapColors, points: readonly Point[]): void {
  const dots = points.map(
    ({ longitude, latitude }): Feature => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    }),
  )
  map.addSource('photos', { type: 'geojson', data: collection(dots) })
  // Simplified, a circle would have corners.
  map.addSource('zone', { type: 'geojson', data: collection([]), tolerance: 0 })
  map.addLayer({
    id: 'zone',
    type: 'fill',
    source: 'zone',
    paint: { 'fill-color': colors.zone, 'fill-opacity': 0.25 },
  })
  map.addLayer({
    id: 'edge',
    type: 'line',
    source: 'zone',
    paint: { 'line-color': colors.zone, 'line-width': 2 },
  })
  map.addLayer({
    id: 'dots',
    type: 'circle',
    source: 'photos',
    paint: {
      'circle-color': colors.dot,
      'circle-radius': 4,
      'circle-stroke-color': colors.onDot,
      'circle-stroke-width': 1,
    },
  })
}

const collection = (features: Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})

/** On a map of this projection, a zone is a little wider towards the pole. */
function circle({ latitude, longitude, radius }: Zone): Feature {
  const ring = Array.from({ length: corners + 1 }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners
    const north = (Math.sin(angle) * radius) / metresPerDegree
    const east = (Math.cos(angle) * radius) / metresPerDegree / shrinking(latitude + north)
    return [longitude + east, Math.max(-90, Math.min(90, latitude + north))]
  })
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }
}

/** How much shorter a degree of longitude is than at the equator. */
const shrinking = (latitude: number): number =>
  Math.max(0.01, Math.cos((Math.min(90, Math.abs(latitude)) * Math.PI) / 180))

function boundsOf({ latitude, longitude, radius }: Zone): LngLatBounds {
  const north = radius / metresPerDegree
  const east = north / shrinking(latitude)
  return new LngLatBounds([
    longitude - east,
    Math.max(-85, latitude - north),
    longitude + east,
    Math.min(85, latitude + north),
  ])
}

function boundsOfAll(points: readonly Point[]): LngLatBounds {
  if (points.length === 0) return world
  const bounds = new LngLatBounds()
  for (const { longitude, latitude } of points) bounds.extend([longitude, latitude])
  return bounds
}
