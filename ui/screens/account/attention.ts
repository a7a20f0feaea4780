import { atom, useAtomValue } from 'jotai'
import type { AccountSetting } from '../../../src/contract/site/account-settings.ts'
import type { Status, StatusProblem } from '../../../src/contract/site/status.ts'
import { api, unwrap } from '../../kit/api.ts'
import { useResource } from '../../kit/resource.ts'
import { store } from '../../kit/state/store.ts'
import { keepStatus, statusAtom } from './status/state.ts'
import { texts } from './texts.ts'

type Attention = Readonly<Partial<Record<AccountSetting, string>>>

const pollMs = 30_000

/** Where a problem can be solved; the others are on the status screen only. */
const screenOf: Partial<Record<StatusProblem['kind'], AccountSetting>> = {
  drive: 'drive',
  failures: 'drive',
  source: 'sources',
  safety: 'safety',
}

/** Why screens of the account need attention, as far as it is known. */
export const attentionAtom = atom((get): Attention => {
  const known = get(statusAtom)
  return known ? attentionOf(known.status) : {}
})

/** Why the backups cannot be relied on, which every screen of the account says. */
export const backupTroubleAtom = atom((get): string | undefined => {
  const texts = get(statusAtom)?.status.problems.flatMap(({ kind, text }) =>
    kind === 'safety' ? [text] : [],
  )
  return texts && texts.length > 0 ? summary(texts) : undefined
})

/** Counts what the owner has done that may have solved something. */
const solvedAtom = atom(0)

/** Call after a change that may leave nothing to attend to. */
export const refreshAttention = (): void => store.set(solvedAtom, (count) => count + 1)

/** Keeps the marks current while the account is open; the status screen does so itself. */
export function useAttention(current: string): void {
  const isElsewhere = current !== 'status'
  useResource(fetchStatus, {
    onLoad: keepStatus,
    refreshOn: `${current} ${useAtomValue(solvedAtom)}`,
    isPaused: !isElsewhere,
    ...(isElsewhere && { pollMs }),
  })
}

/** In the background: if it fails, the marks stay as they are, and nobody is asked to sign in. */
const fetchStatus = () => unwrap(api.status.$get())

function attentionOf({ problems, trash }: Status): Attention {
  const found = new Map<AccountSetting, string[]>()
  for (const { kind, text } of problems) {
    const screen = screenOf[kind] ?? 'status'
    found.set(screen, [...(found.get(screen) ?? []), text])
  }
  if (trash.dueSoon > 0) found.set('trash', [texts.attention.trash(trash.dueSoon)])
  return Object.fromEntries([...found].map(([screen, reasons]) => [screen, summary(reasons)]))
}

/** The most serious reason comes first. */
function summary([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : texts.attention.more(first, others.length)
}
