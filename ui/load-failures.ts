import { unreachable } from './api.ts'
import { notify } from './state/notices.ts'

/** Every text of scripts that do not come. */
export const loadFailureTexts = {
  unreachable,
  outdated: 'The gallery has been updated. Reload the page to continue.',
  reload: 'Reload',
} as const

/** Whether a script did not come; browsers say it in words of their own. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof TypeError && /module|import/i.test(error.message)

/** Whether the server answers. */
export const isServerReachable = async (): Promise<boolean> =>
  (await head('/favicon.svg'))?.ok === true

/**
 * Why a script did not come: the server is out of reach, or was a moment ago, or an update has
 * taken the scripts of this page away. The script itself is asked for, where the browser names it:
 * a server that has come back meanwhile has not been updated.
 */
export async function whyLoadFailed(failure: unknown): Promise<'unreachable' | 'outdated'> {
  const script = /https?:\S+\.js/.exec(String(failure))?.[0]
  const isOutdated = script ? (await head(script))?.status === 404 : await isServerReachable()
  return isOutdated ? 'outdated' : 'unreachable'
}

const head = (address: string): Promise<Response | undefined> =>
  fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)

/** Says why the script of something on this page did not come. @throws what is no such failure. */
export async function reportLoadFailure(error: unknown): Promise<void> {
  if (!isLoadFailure(error)) throw error
  if ((await whyLoadFailed(error)) === 'unreachable') {
    notify(loadFailureTexts.unreachable, { durationMs: 8000 })
    return
  }
  const action = { label: loadFailureTexts.reload, run: () => location.reload() }
  notify(loadFailureTexts.outdated, { action })
}
