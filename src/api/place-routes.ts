import { Hono } from 'hono'
import { PlaceSettings, Places } from '../contract/places/places.ts'
import type { Env } from '../http/env.ts'
import { bytes } from '../http/openapi/bytes.ts'
import { anybody, owner } from '../http/route.ts'
import type { Handlers } from './handlers.ts'

const mapTiles = bytes('application/octet-stream')

export const placeRoutes = (h: Handlers) =>
  new Hono<Env>()
    .get(
      '/places',
      anybody('Where the photos of a list were taken', Places, {
        404: 'The album does not exist, or is not visible.',
        429: 'Too many long lists were requested from this network.',
      }),
      ...h.places.list,
    )
    .get('/places/settings', owner('Who sees places', PlaceSettings), ...h.places.settings)
    .put('/places/settings', owner('Change who sees places', PlaceSettings), ...h.places.change)
    .get(
      '/map/tiles',
      anybody('The detailed map, a PMTiles archive', mapTiles, {
        404: 'There is no map.pmtiles in the data folder.',
        416: 'The requested range is outside the file.',
      }),
      ...h.places.tiles,
    )
