import { atom } from 'jotai'
import { store } from './store.ts'

/** A message in the notification bar. Without `durationMs` it stays until it is closed. */
export type Notice = {
  readonly id: number
  readonly text: string
  readonly durationMs?: number
  /** The remaining duration after hovering, focus or time in the background; default half. */
  readonly resumeMs?: number
  readonly action?: { readonly label: string; readonly run: () => void }
}

export const noticesAtom = atom<readonly Notice[]>([])

const lastIdAtom = atom(0)

/** @returns the notice's id, for dismissNotice() */
export function notify(text: string, options: Omit<Notice, 'id' | 'text'> = {}): number {
  const id = store.get(lastIdAtom) + 1
  store.set(lastIdAtom, id)
  const notice = { id, text, ...options }
  store.set(noticesAtom, (notices) => [...notices, notice])
  return id
}

export function dismissNotice(id: number): void {
  store.set(noticesAtom, (notices) => notices.filter((notice) => notice.id !== id))
}

/** Notices about repeated attempts; `dismiss` the last one when the next attempt starts. */
export function attemptNotice() {
  const idAtom = atom<number | undefined>(undefined)
  return {
    show: (...args: Parameters<typeof notify>) => store.set(idAtom, notify(...args)),
    dismiss: () => {
      const id = store.get(idAtom)
      if (id !== undefined) dismissNotice(id)
      store.set(idAtom, undefined)
    },
  }
}
