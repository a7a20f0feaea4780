import { type GeoJSONSource, LngLatBounds, type Map as MapLibre } from 'maplibre-gl'
import type { PlaceGroup, PlacePoint } from '../../../src/contract/places/places.ts'
import { createMap } from './base-map.ts'
import type { MapColors } from './map-colors.ts'
import { mapFont } from './map-style.ts'
import { texts } from './texts.ts'
import { addTownNames } from './town-names.ts'

/** The plain world has no streets to come closer for. */
const closest = { world: 8, tiles: 17 } as const

type Shown = {
  readonly container: HTMLElement
  readonly colors: MapColors
  readonly hasTiles: boolean
  readonly points: readonly PlacePoint[]
  readonly groups: readonly PlaceGroup[]
  readonly onPhoto: (index: number, at: [number, number], map: MapLibre) => void
  /** For photos at the same spot; `index` is one of them. */
  readonly onPile: (index: number) => void
}

/** Draws the points on a map, in clusters that open when chosen. @throws without WebGL. */
export async function drawMap(shown: Shown): Promise<MapLibre> {
  const { container, colors, hasTiles, points, groups } = shown
  const map = await createMap({
    container,
    colors,
    hasTiles,
    title: texts.map,
    bounds: boundsOf(points),
    firstZoom: hasTiles ? 12 : 5,
    maxZoom: hasTiles ? closest.tiles : closest.world,
  })
  map.on('load', () => {
    if (!hasTiles) addTownNames(map, colors, groups)
    addPoints(map, shown)
  })
  return map
}

/** Moves to a town, or back to all points; at once where motion is reduced. */
export function showPlace(
  map: MapLibre,
  group: PlaceGroup | undefined,
  points: readonly PlacePoint[],
): void {
  const maxZoom = Math.min(map.getMaxZoom() - 3, 12)
  if (!group) map.fitBounds(boundsOf(points), { padding: 60, maxZoom: Math.min(maxZoom, 5) })
  else
    map.easeTo({
      center: [group.longitude, group.latitude],
      zoom: Math.max(map.getZoom(), maxZoom),
    })
}

function boundsOf(points: readonly PlacePoint[]): LngLatBounds {
  const bounds = new LngLatBounds()
  for (const { longitude, latitude } of points) bounds.extend([longitude, latitude])
  return bounds
}

function addPoints(map: MapLibre, { colors, points, onPhoto, onPile }: Shown): void {
  map.addSource('photos', {
    type: 'geojson',
    cluster: true,
    clusterRadius: 44,
    data: {
      type: 'FeatureCollection',
      features: points.map(({ longitude, latitude }, index) => ({
        type: 'Feature',
        properties: { index },
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      })),
    },
  })
  const isCluster = ['has', 'point_count'] as const
  map.addLayer({
    id: 'dots',
    type: 'circle',
    source: 'photos',
    paint: {
      'circle-color': colors.dot,
      'circle-radius': ['case', [...isCluster], 16, 8],
      'circle-stroke-color': colors.onDot,
      'circle-stroke-width': 2,
    },
  })
  map.addLayer({
    id: 'counts',
    type: 'symbol',
    source: 'photos',
    filter: [...isCluster],
    layout: {
      'text-field': ['get', 'point_count_abbreviated'],
      'text-font': mapFont,
      'text-size': 12,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': colors.onDot },
  })
  map.on('mouseenter', 'dots', () => {
    map.getCanvas().style.cursor = 'pointer'
  })
  map.on('mouseleave', 'dots', () => {
    map.getCanvas().style.cursor = ''
  })
  map.on('click', 'dots', (event) => {
    const chosen = event.features?.[0]
    if (chosen?.geometry.type !== 'Point') return
    const at = chosen.geometry.coordinates as [number, number]
    const { index, cluster_id: cluster } = chosen.properties as Record<string, number>
    if (cluster === undefined) return onPhoto(index!, at, map)
    void openCluster(map, cluster, at, onPile)
  })
}

/** Comes closer until the cluster falls apart; one that never does is a pile. */
async function openCluster(
  map: MapLibre,
  cluster: number,
  center: [number, number],
  onPile: (index: number) => void,
): Promise<void> {
  const source = map.getSource<GeoJSONSource>('photos')!
  const zoom = await source.getClusterExpansionZoom(cluster)
  if (zoom <= map.getMaxZoom()) {
    map.easeTo({ center, zoom })
    return
  }
  const [first] = await source.getClusterLeaves(cluster, 1, 0)
  const index = first?.properties?.index as number | undefined
  if (index !== undefined) onPile(index)
}
