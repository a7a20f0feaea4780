import type { FeatureCollection, Position } from 'geojson'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import worldAddress from 'world-atlas/countries-50m.json?url'
import type { MapColors } from './map-colors.ts'

/** That of the page. The library draws its glyphs in the browser. */
export const mapFont = ['ui-sans-serif', 'system-ui']

/** The PMTiles archive in the data folder, in the schema of Protomaps' basemap. */
const tilesAddress = '/api/map/tiles'

/** A plain world from Natural Earth: land, water and borders. */
export async function worldStyle(colors: MapColors): Promise<StyleSpecification> {
  const answer = await fetch(worldAddress)
  if (!answer.ok) throw new Error(`the map data returned status ${answer.status}`)
  const world = (await answer.json()) as Topology
  const data = unwrapped(feature(world, world.objects.countries as GeometryCollection))
  return {
    version: 8,
    sources: { world: { type: 'geojson', data, tolerance: 0.2 } },
    layers: [
      background(colors.water),
      { id: 'land', type: 'fill', source: 'world', paint: { 'fill-color': colors.land } },
      {
        id: 'borders',
        type: 'line',
        source: 'world',
        paint: { 'line-color': colors.line, 'line-width': 0.7 },
      },
    ],
  }
}

/**
 * Outlines that cross the antimeridian go on beyond 180 degrees, instead of back across the world;
 * the one around the south pole is closed there.
 */
function unwrapped(countries: FeatureCollection): FeatureCollection {
  for (const { geometry } of countries.features) {
    if (geometry.type === 'Polygon') geometry.coordinates.forEach(unwrap)
    if (geometry.type === 'MultiPolygon') geometry.coordinates.flat().forEach(unwrap)
  }
  return countries
}

function unwrap(ring: Position[]): void {
  let turn = 0
  let last = ring[0]![0]!
  for (const position of ring) {
    const longitude = position[0]!
    if (longitude - last > 180) turn -= 360
    if (longitude - last < -180) turn += 360
    last = longitude
    position[0] = longitude + turn
  }
  if (turn !== 0) ring.push([ring.at(-1)![0]!, -90], [ring[0]![0]!, -90], ring[0]!)
}

/** Streets, water and names from vector tiles, in the gallery's quiet colours. */
export function tilesStyle(colors: MapColors): StyleSpecification {
  const fill = (id: string, color: string, opacity = 1): LayerSpecification => ({
    id,
    type: 'fill',
    source: 'tiles',
    'source-layer': id,
    paint: { 'fill-color': color, 'fill-opacity': opacity },
  })
  return {
    version: 8,
    sources: {
      tiles: {
        type: 'vector',
        url: `pmtiles://${location.origin}${tilesAddress}`,
        attribution: '© OpenStreetMap contributors',
      },
    },
    layers: [
      background(colors.land),
      fill('earth', colors.land),
      fill('landuse', colors.line, 0.15),
      fill('water', colors.water),
      fill('buildings', colors.line, 0.4),
      {
        id: 'roads',
        type: 'line',
        source: 'tiles',
        'source-layer': 'roads',
        paint: {
          'line-color': ['case', ['==', ['get', 'kind'], 'highway'], colors.line, colors.road],
          'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 6, 0.4, 12, 1.2, 18, 10],
        },
      },
      {
        id: 'boundaries',
        type: 'line',
        source: 'tiles',
        'source-layer': 'boundaries',
        paint: { 'line-color': colors.line, 'line-width': 0.8 },
      },
      {
        id: 'places',
        type: 'symbol',
        source: 'tiles',
        'source-layer': 'places',
        layout: {
          'text-field': ['coalesce', ['get', 'name:en'], ['get', 'name']],
          'text-font': mapFont,
          'text-size': ['case', ['==', ['get', 'kind'], 'locality'], 12, 14],
        },
        paint: {
          'text-color': colors.text,
          'text-halo-color': colors.halo,
          'text-halo-width': 1.2,
        },
      },
    ],
  }
}

const background = (color: string): LayerSpecification => ({
  id: 'background',
  type: 'background',
  paint: { 'background-color': color },
})
