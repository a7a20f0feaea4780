import { cameraPicture } from '../contract/cameras/camera-specs.ts'
import type { Camera } from '../contract/cameras/cameras.ts'
import { anonymousVisitor } from '../contract/people/viewer.ts'
import { feedsOf } from './alternates.ts'
import type { SitePage } from './document.ts'
import { commonData, type PageMaker, type PageRequest } from './page-request.ts'
import type { SiteServices } from './site-services.ts'

const cameraPath = (id: string) => `/camera/${encodeURIComponent(id)}`

/** Visitors' counts are of the photostream, like feeds. */
const hasFeed = ({ cameras }: SiteServices, id: string): boolean =>
  cameras.list(anonymousVisitor).some((camera) => camera.id === id && camera.photoCount > 0)

/** The cameras, with one of them open. An unknown id opens the first. */
export const camerasPage: PageMaker<'cameras'> = async (services, request) => {
  const { cameras, photos } = services
  const { viewer, facts, parameters } = request
  await photos.prepareFilters()
  await cameras.prepare(viewer)
  await cameras.prepare(anonymousVisitor)
  const all = cameras.list(viewer)
  const id = parameters.cameraId
  const own = id ? cameras.idOf(id) : undefined
  const shown = all.find((camera) => camera.id === own) ?? all[0]
  if (shown) {
    const page = pageOfCamera(services, request, shown, id)
    const isOtherSpelling = id && shown.id === own && id !== own
    return {
      ...page,
      data: {
        ...commonData(services, request),
        cameras: all,
        ...(isOtherSpelling && { address: cameraPath(own) }),
        evidence: services.insights.evidenceOf('camera', shown.id, viewer),
      },
    }
  }
  return {
    status: 200,
    title: 'Cameras',
    description: `Cameras – ${facts.siteName}`,
    path: '/camera',
    data: { ...commonData(services, request), cameras: all },
  }
}

/** `id` is the one in the address, if any. */
function pageOfCamera(
  services: SiteServices,
  { viewer, facts }: PageRequest,
  shown: Camera,
  id: string | undefined,
): Omit<SitePage, 'data'> {
  const shareImage = services.shareImages.pictureOf({ kind: 'cameras', id: shown.id }, viewer, {
    alt: `Photos taken with the ${shown.name}`,
  })
  const ownPicture = shown.image ? { path: cameraPicture(shown.image, 512) } : undefined
  const picture = shareImage ?? ownPicture
  const path = cameraPath(shown.id)
  return {
    status: 200,
    title: id ? shown.name : 'Cameras',
    description: `${shown.name} and other cameras – ${facts.siteName}`,
    path: id ? path : '/camera',
    ...(id && hasFeed(services, shown.id) && { alternates: feedsOf(path, shown.name) }),
    ...(picture && { picture }),
  }
}
