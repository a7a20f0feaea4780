import { cameraPicture } from '../contract/cameras/camera-specs.ts'
import { anonymousVisitor, type Viewer } from '../contract/people/viewer.ts'
import type { PageName } from '../contract/site/pages.ts'
import { feedsOf } from './alternates.ts'
import type { SitePage } from './document.ts'
import type { SitePages } from './site-pages.ts'
import type { SiteServices } from './site-services.ts'

const writtenTitles: Record<PageName, string> = { resume: 'Resume', about: 'About' }

const cameraPath = (id: string) => `/camera/${encodeURIComponent(id)}`

export function otherPages(
  { cameras, cards, evidence, pages, photos }: SiteServices,
  site: SitePages,
) {
  /** Visitors' counts are of the photostream, like feeds. */
  const hasFeed = (id: string): boolean =>
    cameras.list(anonymousVisitor).some((camera) => camera.id === id && camera.photoCount > 0)

  return {
    /** An unknown id shows the first camera. */
    cameras: async (viewer: Viewer, id: string | undefined): Promise<SitePage> => {
      await photos.prepareFilters()
      await cameras.prepare(viewer)
      await cameras.prepare(anonymousVisitor)
      const all = cameras.list(viewer)
      const own = id && cameras.idOf(id)
      const shown = all.find((camera) => camera.id === own) ?? all[0]
      const data = { ...site.commonData(viewer), cameras: all }
      if (!shown) {
        const description = `Cameras – ${site.name()}`
        return { status: 200, title: 'Cameras', description, path: '/camera', data }
      }
      const card = cards.pictureOf({ kind: 'cameras', id: shown.id }, viewer, {
        alt: `Photos taken with the ${shown.name}`,
      })
      const ownPicture = shown.image ? { path: cameraPicture(shown.image, 512) } : undefined
      const picture = card ?? ownPicture
      return {
        status: 200,
        title: id ? shown.name : 'Cameras',
        description: `${shown.name} and other cameras – ${site.name()}`,
        path: id ? cameraPath(shown.id) : '/camera',
        ...(id && hasFeed(shown.id) && { alternates: feedsOf(cameraPath(shown.id), shown.name) }),
        ...(picture && { picture }),
        data: {
          ...data,
          ...(id && shown.id === own && id !== own && { address: cameraPath(own) }),
          evidence: evidence.evidenceOf('camera', shown.id, viewer),
        },
      }
    },
    guest: (viewer: Viewer): SitePage => ({
      ...site.screen(viewer, '/guest', 'Guest'),
      description: `Like and comment on photos at ${site.name()}`,
    }),
    written: async (viewer: Viewer, name: PageName): Promise<SitePage> => ({
      status: 200,
      title: writtenTitles[name],
      description: `${writtenTitles[name]} – ${site.name()}`,
      path: `/${name}`,
      data: { ...site.commonData(viewer), page: await pages.get(name) },
    }),
  }
}
