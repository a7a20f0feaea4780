import { unreachable } from './problem.ts'
import { notify } from './state/notices.ts'

/** Every text of scripts that do not come. */
export const scriptTexts = {
  unreachable,
  outdated: 'The gallery was updated since this page was opened. Load it again to go on.',
  reload: 'Load again',
} as const

/** Whether a script did not come; browsers say it in words of their own. */
export const isScriptFailure = (error: unknown): boolean =>
  error instanceof TypeError && /module|import/i.test(error.message)

/** Why not: the server is out of reach, or an update has taken the scripts of this page away. */
export async function whyNoScript(): Promise<'unreachable' | 'outdated'> {
  try {
    const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })
    return answer.ok ? 'outdated' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** Says why the script of something on this page did not come. @throws what is no such failure. */
export async function sayNoScript(error: unknown): Promise<void> {
  if (!isScriptFailure(error)) throw error
  if ((await whyNoScript()) === 'unreachable') {
    notify(scriptTexts.unreachable, { durationMs: 8000 })
    return
  }
  const action = { label: scriptTexts.reload, run: () => location.reload() }
  notify(scriptTexts.outdated, { action })
}
