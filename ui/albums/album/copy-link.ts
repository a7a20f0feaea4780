import type { Album } from '../../../src/contract/albums.ts'
import { paths } from '../../paths.ts'
import { notify } from '../../state/notices.ts'
import { texts } from '../texts.ts'

const doneMs = 6000

/** Puts the album's link, with its code, into the clipboard; says it where that is refused. */
export async function copyLink({ id, code = '' }: Album): Promise<void> {
  const link = new URL(paths.album(id, code), location.origin).href
  try {
    // Browsers have no clipboard where the page did not come over https.
    await navigator.clipboard.writeText(link)
    notify(code ? texts.copied.coded : texts.copied.open, { durationMs: doneMs })
  } catch {
    notify(texts.copied.failed(link))
  }
}
