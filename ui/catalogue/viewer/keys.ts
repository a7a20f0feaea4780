import { useAtomValue } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { ownValue } from '../../../src/contract/own-value.ts'
import { keyName } from '../../kit/components/key-name.ts'
import { isDialogOpen } from '../../kit/components/use-dialog.ts'
import { takeEarlyKeys } from '../../kit/early-input.ts'
import { noticesAtom } from '../../kit/state/notices.ts'
import { store } from '../../kit/state/store.ts'

/** Whether single-key shortcuts are on (WCAG 2.1.4); stored in this browser. */
export const letterKeysAtom = atomWithStorage('vitrine:letter-keys', true, undefined, {
  getOnInit: true,
})

/** Actions by KeyboardEvent.key, with letters in lower case. */
type KeyActions = Readonly<Record<string, (() => void) | undefined>>

const repeating = new Set(['ArrowLeft', 'ArrowRight'])

/** Listens for keys on the whole page, except while a field has the focus or a dialog is open. */
export function useKeys(actions: KeyActions): void {
  const hasLetters = useAtomValue(letterKeysAtom)
  const latest = useRef(actions)
  // A layout effect: a later one would leave the next key with the previous photo.
  useLayoutEffect(() => {
    latest.current = actions
  })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = keyName(event)
      const action = ownValue(latest.current, name)
      if (!action || isForOthers(event)) return
      if (name.length === 1 && !hasLetters) return
      if (event.repeat && !repeating.has(name)) return
      event.preventDefault()
      action()
    }
    for (const event of takeEarlyKeys()) onKey(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [hasLetters])
}

/** Whether the browser, a field, a dialog, a notice or an earlier listener gets the key. */
const isForOthers = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  isTyping(event.target) ||
  isDialogOpen() ||
  isDialogShown() ||
  // Escape first closes an open notice.
  (event.key === 'Escape' && store.get(noticesAtom).length > 0)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))

const isDialogShown = (): boolean =>
  document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"]') !==
  null

export type ReactionActions = { readonly like: () => void; readonly comment: () => void }

/**
 * The L and C keys. A key pressed before the code of the reactions is loaded takes effect in `attach`,
 * unless another photo is shown by then.
 */
export function useReactionKeys(photoId: string) {
  const reactions = useRef<ReactionActions>(null)
  const pressed = useRef<{ what: keyof ReactionActions; photoId: string }>(undefined)

  const press = (what: keyof ReactionActions) => () => {
    if (reactions.current) reactions.current[what]()
    else pressed.current = { what, photoId }
  }
  const attach = useCallback(
    (actions: ReactionActions | null) => {
      reactions.current = actions
      if (actions && pressed.current?.photoId === photoId) actions[pressed.current.what]()
      if (actions) pressed.current = undefined
    },
    [photoId],
  )
  return { keys: { l: press('like'), c: press('comment') }, attach }
}
