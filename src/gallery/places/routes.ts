import type { TypedResponse } from 'hono'
import {
  type Places as AllPlaces,
  PlaceSettingsChange,
  PlacesQuery,
} from '../../contract/places/places.ts'
import { notFound } from '../../core/errors.ts'
import { dataInParts } from '../../http/json-in-parts.ts'
import type { RateLimit } from '../../http/rate-limit.ts'
import type { ResponseCache } from '../../http/response-cache.ts'
import { handle } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { json } from '../../http/validate.ts'
import type { Albums } from '../albums/albums.ts'
import type { Photos } from '../photos/photos.ts'
import type { MapTiles } from './map-tiles.ts'
import type { Places } from './places.ts'

type PlacesAnswer = Response & TypedResponse<{ data: AllPlaces }, 200, 'json'>

export function placeHandlers({
  places,
  photos,
  albums,
  mapTiles,
  wholeLists,
  cached,
}: {
  places: Places
  photos: Photos
  albums: Albums
  mapTiles: MapTiles
  wholeLists: RateLimit
  cached: ResponseCache
}) {
  // Responses are cached until something is written, so a new file counts after a restart.
  const hasTiles = mapTiles.find() !== undefined
  return {
    list: handle(...cached.byQuery(PlacesQuery), async (c) => {
      wholeLists.use(c.get('clientAddress'))
      const { album } = c.req.valid('query')
      const viewer = c.get('viewer')
      const source = album === undefined ? photos.listSource(viewer) : albums.source(album, viewer)
      const onMap = await places.onMap(source, viewer)
      const answer: Response = c.body(await dataInParts({ ...onMap, hasTiles }), 200, {
        'Content-Type': 'application/json',
      })
      return answer as PlacesAnswer
    }),
    settings: handle(takesTurns, async (c) => c.json({ data: await places.settings() })),
    change: handle(json(PlaceSettingsChange), async (c) =>
      c.json({ data: await places.change(c.req.valid('json')) }),
    ),
    /** A file response handles Range and 416 itself. */
    tiles: handle(() => {
      const found = mapTiles.find()
      if (!found) throw notFound()
      const etag = `W/"${found.size.toString(36)}-${found.mtimeMs.toString(36)}"`
      return new Response(Bun.file(mapTiles.path), {
        headers: {
          'Content-Type': 'application/octet-stream',
          'Cache-Control': 'public, max-age=3600',
          ETag: etag,
        },
      })
    }),
  }
}
