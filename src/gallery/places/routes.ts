import { Hono, type TypedResponse } from 'hono'
import {
  Places as AllPlaces,
  PlaceSettings,
  PlaceSettingsChange,
  PlacesQuery,
} from '../../contract/places/places.ts'
import { notFound } from '../../core/errors.ts'
import type { Env } from '../../http/env.ts'
import { dataInParts } from '../../http/json-in-parts.ts'
import { bytes } from '../../http/openapi/bytes.ts'
import { tooManyLists } from '../../http/openapi/openapi-errors.ts'
import { anybody, owner } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { json } from '../../http/validate.ts'
import type { Web } from '../../http/web.ts'
import type { Albums } from '../albums/albums.ts'
import type { Photos } from '../photos/photos.ts'
import type { MapTiles } from './map-tiles.ts'
import type { Places } from './places.ts'

type PlacesAnswer = Response & TypedResponse<{ data: AllPlaces }, 200, 'json'>

export function placeRoutes(
  {
    places,
    photos,
    albums,
    mapTiles,
  }: { places: Places; photos: Photos; albums: Albums; mapTiles: MapTiles },
  { wholeLists, cached }: Pick<Web, 'wholeLists' | 'cached'>,
) {
  // Responses are cached until something is written, so a new file counts after a restart.
  const hasTiles = mapTiles.find() !== undefined

  return new Hono<Env>()
    .get(
      '/places',
      anybody('Where the photos of a list were taken', AllPlaces, {
        404: 'The album does not exist, or is not visible.',
        ...tooManyLists,
      }),
      ...cached.byQuery(PlacesQuery),
      async (c) => {
        wholeLists.use(c.get('clientAddress'))
        const { album } = c.req.valid('query')
        const viewer = c.get('viewer')
        const source =
          album === undefined ? photos.listSource(viewer) : albums.source(album, viewer)
        const onMap = await places.onMap(source, viewer)
        const answer: Response = c.body(await dataInParts({ ...onMap, hasTiles }), 200, {
          'Content-Type': 'application/json',
        })
        return answer as PlacesAnswer
      },
    )
    .get('/places/settings', owner('Who sees places', PlaceSettings), takesTurns, async (c) =>
      c.json({ data: await places.settings() }),
    )
    .put(
      '/places/settings',
      owner('Change who sees places', PlaceSettings),
      json(PlaceSettingsChange),
      async (c) => c.json({ data: await places.change(c.req.valid('json')) }),
    )
    .get(
      '/map/tiles',
      anybody('The detailed map, a PMTiles archive', bytes('application/octet-stream'), {
        404: 'There is no map.pmtiles in the data folder.',
        416: 'The requested range is outside the file.',
      }),
      // A file response handles Range and 416 itself.
      () => {
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
      },
    )
}
