import { cameraPicture, specRows } from '../contract/camera-specs.ts'
import type { Camera } from '../contract/cameras.ts'
import { grouped } from '../contract/counts.ts'
import { cameraName } from '../contract/photo-facts.ts'
import { type Html, html } from '../http/html.ts'

/** Make and model as the photos' own pages name the camera. */
export const nameOfCamera = ({ make, model }: Camera): string =>
  cameraName({ cameraMake: make || null, cameraModel: model }) ?? model

/** A camera beside the list of all, as it reads without scripts; the same markup as ui/cameras. */
export function cameraPage(cameras: Camera[], shown: Camera, isOwner: boolean): Html {
  const name = nameOfCamera(shown)
  const links = cameras.map(
    (camera) =>
      html`<li><a href="/camera/${encodeURIComponent(camera.id)}"${camera.id === shown.id && html` aria-current="page"`}>${thumb(camera)}<span>${nameOfCamera(camera)}</span></a></li>`,
  )
  const rows = specRows(shown, isOwner).map(
    ({ label, text }) =>
      html`<tr><th scope="row">${label}</th>${text ? html`<td>${text}</td>` : html`<td class="is-unknown">–</td>`}</tr>`,
  )
  const all = cameras.length === 1 ? '1 camera' : `All ${grouped(cameras.length)} cameras`
  const photos = `/photo?${new URLSearchParams({ cameraModel: shown.model })}`
  return html`<section class="camera-page"><nav aria-label="Cameras"><button type="button" aria-expanded="false">${all}</button><ul>${links}</ul></nav>
<article>${picture(shown, name)}
<div class="camera-head"><h1>${name}</h1><div class="camera-actions"><a href="${photos}"><span>Photos</span> <span>${grouped(shown.photoCount)}</span></a></div></div>
<section class="camera-specs"><div class="camera-specs-head"><h2>Specification</h2></div><table><tbody>${rows}</tbody></table></section>
</article></section>`
}

function picture({ image }: Camera, name: string): Html {
  if (!image) return html`<div class="camera-picture is-drawn"></div>`
  const srcset = `${cameraPicture(image, 192)} 192w, ${cameraPicture(image, 512)} 512w`
  return html`<div class="camera-picture"><img src="${cameraPicture(image, 512)}" srcset="${srcset}" sizes="(max-width: 599px) 100vw, 300px" width="512" height="384" alt="${name}"></div>`
}

function thumb({ image }: Camera): Html {
  if (!image) return html`<span class="camera-thumb is-drawn"></span>`
  const srcset = `${cameraPicture(image, 48)} 48w, ${cameraPicture(image, 192)} 192w`
  return html`<span class="camera-thumb"><img src="${cameraPicture(image, 48)}" srcset="${srcset}" sizes="40px" width="40" height="40" loading="lazy" alt=""></span>`
}
