import { isUuid } from '../contract/envelope.ts'
import type { Viewer } from '../contract/people/viewer.ts'
import {
  groupAt,
  mapPath,
  maxListedPhotos,
  maxListedTowns,
} from '../contract/places/map-address.ts'
import { countOfPhotos } from '../contract/text/counts.ts'
import { notFound } from '../core/errors.ts'
import type { PlacesOnMap } from '../gallery/places/groups.ts'
import type { SitePage } from './document.ts'
import type { SitePages } from './site-pages.ts'
import type { SiteServices } from './site-services.ts'

/** /map: the towns of the photostream's or an album's photos, and the photos of one of them. */
export function createMapPage({ photos, albums, places, cards }: SiteServices, site: SitePages) {
  /** @throws AppError 404 for an album that the viewer may not see. */
  return async (viewer: Viewer, { searchParams }: URL): Promise<SitePage> => {
    const id = searchParams.get('album') ?? undefined
    if (id !== undefined && !isUuid(id)) throw notFound()
    const album = id === undefined ? undefined : albums.get(id, viewer)
    const source = id === undefined ? photos.listSource(viewer) : albums.source(id, viewer)
    const all = await places.onMap(source, viewer)
    const at = groupAt(all.groups, searchParams.get('at'))
    const listed = withFewTowns(all, at)
    const set = id === undefined ? ({ kind: 'site' } as const) : ({ kind: 'albums', id } as const)
    const alt = album ? `Photos of the album ${album.name}` : `Photos by ${site.name()}`
    const card = cards.pictureOf(set, viewer, { alt })
    const title = album ? `Map of ${album.name}` : 'Map'
    return {
      status: 200,
      title,
      description: `${countOfPhotos(all.total)} on a map – ${site.name()}`,
      path: mapPath(id),
      ...(card && { picture: card }),
      data: {
        ...site.commonData(viewer),
        ...(album && { album }),
        places: { ...listed, hasTiles: false },
      },
    }
  }
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
