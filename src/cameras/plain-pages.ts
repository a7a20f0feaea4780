import { cameraPicture, cameraSpecs, specText } from '../contract/camera-specs.ts'
import type { Camera } from '../contract/cameras.ts'
import { type Html, html } from '../http/html.ts'

/** A camera's specification beside the list of all, as it reads without scripts. */
export function cameraPage(cameras: Camera[], shown: Camera): Html {
  const links = cameras.map(
    ({ id, model }) =>
      html`<li><a href="/camera/${encodeURIComponent(id)}"${id === shown.id && html` aria-current="page"`}>${model}</a></li>`,
  )
  const rows = cameraSpecs.map((spec) => {
    const text = specText(spec, shown[spec.key])
    return text && html`<tr><th scope="row">${spec.label}</th><td>${text}</td></tr>`
  })
  const picture =
    shown.image &&
    html`<img src="${cameraPicture(shown.image, 512)}" alt="${shown.model}" loading="lazy">`
  const photos = `/photo?${new URLSearchParams({ cameraModel: shown.model })}`
  return html`<section class="camera-page"><nav aria-label="Cameras"><ul>${links}</ul></nav>
<article><h1>${shown.model}</h1>${picture}<p><a href="${photos}">Photos</a></p><table>${rows}</table></article></section>`
}
