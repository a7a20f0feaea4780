import { unreachable } from './api.ts'
import { notify } from './state/notices.ts'

export const loadFailureTexts = {
  unreachable,
  outdated: 'The gallery has been updated. Reload the page to continue.',
  reload: 'Reload',
} as const

/** Whether the error is a failed module load, which every browser words differently. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof TypeError && /module|import/i.test(error.message)

export const isServerReachable = async (): Promise<boolean> =>
  (await head('/favicon.svg'))?.ok === true

/**
 * Why a script could not be loaded: the server is or was unreachable, or an update has removed the
 * scripts of this page. Requests the script itself if the browser names it, to tell an update from a
 * server that was unreachable for a moment.
 */
export async function whyLoadFailed(failure: unknown): Promise<'unreachable' | 'outdated'> {
  const script = /https?:\S+\.js/.exec(String(failure))?.[0]
  const isOutdated = script ? (await head(script))?.status === 404 : await isServerReachable()
  return isOutdated ? 'outdated' : 'unreachable'
}

const head = (address: string): Promise<Response | undefined> =>
  fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)

/** Shows a notice if code for this page could not be loaded. @throws any other error */
export async function showLoadFailure(error: unknown): Promise<void> {
  if (!isLoadFailure(error)) throw error
  if ((await whyLoadFailed(error)) === 'unreachable') {
    notify(loadFailureTexts.unreachable, { durationMs: 8000 })
    return
  }
  const action = { label: loadFailureTexts.reload, run: () => location.reload() }
  notify(loadFailureTexts.outdated, { action })
}
