import type { Album } from '../contract/albums/albums.ts'
import { isUuid } from '../contract/envelope.ts'
import {
  groupAt,
  mapPath,
  maxListedPhotos,
  maxListedTowns,
} from '../contract/places/map-address.ts'
import { countOfPhotos } from '../contract/text/counts.ts'
import { notFound } from '../core/errors.ts'
import type { PlacesOnMap } from '../gallery/places/groups.ts'
import { commonData, type PageMaker, type PageRequest } from './page-request.ts'
import type { SiteServices } from './site-services.ts'

/**
 * The towns of the photostream's or an album's photos, and the photos of one of them.
 * @throws AppError 404 for an album that the viewer may not see
 */
export const mapPage: PageMaker<'map'> = async (services, request) => {
  const { photos, places } = services
  const { viewer, facts, url } = request
  const album = albumAt(services, request)
  const source = album ? services.albums.source(album.id, viewer) : photos.listSource(viewer)
  const all = await places.onMap(source, viewer)
  const at = groupAt(all.groups, url.searchParams.get('at'))
  const listed = withFewTowns(all, at)
  const set = album ? ({ kind: 'albums', id: album.id } as const) : ({ kind: 'site' } as const)
  const alt = album ? `Photos of the album ${album.name}` : `Photos by ${facts.siteName}`
  const shareImage = services.shareImages.pictureOf(set, viewer, { alt })
  return {
    status: 200,
    title: album ? `Map of ${album.name}` : 'Map',
    description: `${countOfPhotos(all.total)} on a map – ${facts.siteName}`,
    path: mapPath(album?.id),
    ...(shareImage && { picture: shareImage }),
    data: {
      ...commonData(services, request),
      ...(album && { album }),
      places: { ...listed, hasTiles: false },
    },
  }
}

/** The album in the query, if any. */
function albumAt({ albums }: SiteServices, { url, viewer }: PageRequest): Album | undefined {
  const id = url.searchParams.get('album')
  if (id === null) return undefined
  if (!isUuid(id)) throw notFound()
  return albums.get(id, viewer)
}

/**
 * The towns with most photos, and the town at the address with its photos. Thousands of towns would
 * make the page large, and others would wait while it is rendered.
 */
function withFewTowns(all: PlacesOnMap, at: number | undefined): PlacesOnMap {
  const first = all.groups.slice(0, maxListedTowns)
  if (at === undefined) return { ...all, groups: first, points: [] }
  const isAmongFirst = at < first.length
  const group = isAmongFirst ? at : first.length
  const points = all.points.filter((point) => point.group === at).slice(0, maxListedPhotos)
  return {
    ...all,
    groups: isAmongFirst ? first : [...first, all.groups[at]!],
    points: points.map((point) => ({ ...point, group })),
  }
}
