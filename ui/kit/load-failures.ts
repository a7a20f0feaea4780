import { unreachable } from './api.ts'
import { notify } from './state/notices.ts'

export const loadFailureTexts = {
  unreachable,
  /** The server responds, but the script was refused: by a content blocker, a proxy, or a slow line. */
  blocked: (part: string) =>
    `Could not load ${part}. Your connection or a content blocker may be the reason.`,
  outdated: 'The gallery has been updated. Reload the page to continue.',
  retry: 'Try again',
  reload: 'Reload',
} as const

/** How a sentence names code without a name of its own. */
export const somePart = 'a part of this page'

/** Whether the error is a failed module load, which every browser words differently. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof TypeError && /module|import/i.test(error.message)

export const isServerReachable = async (): Promise<boolean> =>
  (await head('/favicon.svg'))?.ok === true

export type LoadFailure = 'unreachable' | 'blocked' | 'outdated'

/**
 * Why a script could not be loaded: the server is unreachable, only the script is, or an update has
 * removed it. Requests the script itself if the browser names it.
 */
export async function whyLoadFailed(failure: unknown): Promise<LoadFailure> {
  const script = scriptIn(failure)
  if (script && (await head(script))?.status === 404) return 'outdated'
  return (await isServerReachable()) ? 'blocked' : 'unreachable'
}

const scriptIn = (failure: unknown): string | undefined =>
  /https?:\S+\.js/.exec(String(failure))?.[0]

const head = (address: string): Promise<Response | undefined> =>
  fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)

/** The sentence for a failure, as for a notice or in the part's place. */
export function loadFailureText(why: LoadFailure, part: string): string {
  return why === 'blocked' ? loadFailureTexts.blocked(part) : loadFailureTexts[why]
}

export const retryText = (why: LoadFailure): string =>
  loadFailureTexts[why === 'outdated' ? 'reload' : 'retry']

/**
 * Some browsers remember a module that failed and never request it again. If the script can be had by
 * now, the page is reloaded; a blocked script would fail again.
 */
export async function reloadIfRemembered(failure: unknown): Promise<void> {
  const script = scriptIn(failure)
  const isThere = script ? (await head(script))?.ok : await isServerReachable()
  if (isThere) location.reload()
}

/** Shows a notice if code for this page could not be loaded. @throws any other error */
export async function showLoadFailure(
  error: unknown,
  part: string = somePart,
  retry?: () => void,
): Promise<void> {
  if (!isLoadFailure(error)) throw error
  const why = await whyLoadFailed(error)
  const text = loadFailureText(why, part)
  const run = why === 'outdated' ? () => location.reload() : retry
  notify(text, run ? { action: { label: retryText(why), run } } : { durationMs: 8000 })
}
