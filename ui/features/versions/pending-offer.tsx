import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../kit/paths.ts'
import { notify } from '../../kit/state/notices.ts'
import { store } from '../../kit/state/store.ts'
import { loadPending, pendingAtom } from './pending.ts'
import {
  isReviewRequestedAtom,
  isShownOn,
  type PendingScreen,
  pendingScreens,
} from './pending-screens.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.waiting
const offerMs = 12_000

/** When the account is opened, offers decisions that were left, once, unless its screen does. */
export function usePendingOffer(setting: string): void {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit to the account
  useEffect(() => {
    void loadPending().then(() => {
      const pending = store.get(pendingAtom) ?? []
      const [screen] = pendingScreens.filter((each) => pending.some((one) => isShownOn(each, one)))
      const isNew = isNoticeNew(pending.length)
      if (!screen || !isNew || pendingScreens.some((each) => each === setting)) return
      const run = () => {
        store.set(isReviewRequestedAtom, true)
        void navigate(paths.account(screen))
      }
      const action = { label: labels.decide, run }
      notify(labels.offer(pending.length), { durationMs: offerMs, action })
    })
  }, [])
}

/** How many files wait on a screen, beside its name in the account's list. */
export function PendingCount({ setting }: { setting: string }) {
  const pending = useAtomValue(pendingAtom) ?? []
  const screen = pendingScreens.find((each): each is PendingScreen => each === setting)
  const count = screen ? pending.filter((each) => isShownOn(screen, each)).length : 0
  if (count === 0) return null
  return (
    <>
      {' '}
      <span className={styles.count}>
        {count} <span className="visually-hidden">{labels.count}</span>
      </span>
    </>
  )
}

const storageKey = 'vitrine:decisions-offered'

/** Whether more files wait than at the last notice in this window; notes how many. */
function isNoticeNew(count: number): boolean {
  const before = lastNoticed()
  try {
    sessionStorage.setItem(storageKey, String(count))
  } catch {
    // Without storage, each visit to the account offers them.
  }
  return count > before
}

function lastNoticed(): number {
  try {
    return Number(sessionStorage.getItem(storageKey) ?? 0)
  } catch {
    return 0
  }
}
