import type { Map as MapLibre } from 'maplibre-gl'
import type { PlaceGroup } from '../../../src/contract/places/places.ts'
import type { MapColors } from './map-colors.ts'
import { mapFont } from './map-style.ts'

/** Further out there are too many for the space between them. */
const firstZoom = 3.5

/** Names the photos' towns on the plain world; the most photographed ones come first. */
export function addTownNames(
  map: MapLibre,
  colors: MapColors,
  groups: readonly PlaceGroup[],
): void {
  map.addSource('towns', {
    type: 'geojson',
    data: {
      type: 'FeatureCollection',
      features: groups.map(({ town, longitude, latitude }, place) => ({
        type: 'Feature',
        properties: { town: town ?? '', place },
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      })),
    },
  })
  map.addLayer({
    id: 'towns',
    type: 'symbol',
    source: 'towns',
    minzoom: firstZoom,
    layout: {
      'text-field': ['get', 'town'],
      'text-font': mapFont,
      'text-size': 12,
      'text-anchor': 'top',
      // Below the circle of a cluster.
      'text-offset': [0, 1.6],
      'symbol-sort-key': ['get', 'place'],
    },
    paint: {
      'text-color': colors.text,
      'text-halo-color': colors.halo,
      'text-halo-width': 1.2,
    },
  })
}
