import { atom } from 'jotai'
import { store } from './store.ts'

/** Something said in the notification bar. Without `durationMs` it stays until it is closed. */
export type Notice = {
  readonly id: number
  readonly text: string
  readonly durationMs?: number
  /** What is left after it was hovered, focused or in the background; half of it unless set. */
  readonly resumeMs?: number
  /** A button beside the text. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** Shown one at a time, the first first. */
export const noticesAtom = atom<readonly Notice[]>([])

let lastId = 0

/** Says something in the notification bar. @returns the notice's id, to take it back by */
export function notify(text: string, options: Omit<Notice, 'id' | 'text'> = {}): number {
  lastId++
  const notice = { id: lastId, text, ...options }
  store.set(noticesAtom, (notices) => [...notices, notice])
  return notice.id
}

export function dismissNotice(id: number): void {
  store.set(noticesAtom, (notices) => notices.filter((notice) => notice.id !== id))
}

/** What is told of attempts at one thing: what the last one told goes when the next begins. */
export function attemptNotice() {
  const idAtom = atom<number | undefined>(undefined)
  return {
    tell: (...said: Parameters<typeof notify>) => store.set(idAtom, notify(...said)),
    takeBack: () => {
      const id = store.get(idAtom)
      if (id !== undefined) dismissNotice(id)
      store.set(idAtom, undefined)
    },
  }
}
