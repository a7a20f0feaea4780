import { cameraPage, nameOfCamera } from '../cameras/plain-pages.ts'
import { cameraPicture } from '../contract/camera-specs.ts'
import type { PageName } from '../contract/pages.ts'
import type { Viewer } from '../contract/viewer.ts'
import { Html, html } from '../http/html.ts'
import type { ShellPage } from '../http/shell.ts'
import { notice } from '../photos/plain-pages.ts'
import type { Services } from '../services.ts'
import type { SitePages } from './site.ts'

const textTitles: Record<PageName, string> = { resume: 'Resume', about: 'About' }

/** The pages of cameras and guests, and those that the owner wrote. */
export function otherPages({ cameras, pages }: Services, site: SitePages) {
  return {
    /** An unknown id shows the first camera. */
    cameras: (viewer: Viewer, id: string | undefined): ShellPage => {
      const all = cameras.list(viewer)
      const shown = all.find((camera) => camera.id === id) ?? all[0]
      const data = { ...site.commonData(viewer), cameras: all }
      if (!shown) {
        const text = 'A camera appears here with the first photo it took.'
        const description = `The cameras of ${site.name()}`
        const content = notice('No cameras yet', text)
        return { status: 200, title: 'Cameras', description, path: '/camera', content, data }
      }
      return {
        status: 200,
        title: id ? nameOfCamera(shown) : 'Cameras',
        description: `${nameOfCamera(shown)}, and the other cameras of ${site.name()}`,
        path: id ? `/camera/${encodeURIComponent(shown.id)}` : '/camera',
        ...(shown.image && { picture: { path: cameraPicture(shown.image, 512) } }),
        content: cameraPage(all, shown, viewer.isOwner),
        data,
      }
    },
    guest: (viewer: Viewer): ShellPage => ({
      ...site.screen(viewer, '/guest', 'Guest'),
      description: `Like and comment on the photos of ${site.name()}`,
    }),
    text: (viewer: Viewer, name: PageName): ShellPage => {
      const page = pages.get(name)
      return {
        status: 200,
        title: textTitles[name],
        description: `${textTitles[name]}: ${site.name()}`,
        path: `/${name}`,
        // Rendered from Markdown with raw HTML off: nothing in it can run.
        content: html`<article class="prose is-${name}" dir="auto">${new Html(page.html)}</article>`,
        data: { ...site.commonData(viewer), page },
      }
    },
  }
}
