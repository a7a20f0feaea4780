import { useAtomValue } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { useLayoutEffect, useRef } from 'react'
import { isDialogOpened } from '../../components/use-dialog.ts'
import { takeEarlyKeys } from '../../early-keys.ts'
import { noticesAtom } from '../../state/notices.ts'
import { store } from '../../state/store.ts'

/** Whether keys of a single character do something (WCAG 2.1.4); kept in this browser. */
export const letterKeysAtom = atomWithStorage('vitrine:letter-keys', true, undefined, {
  getOnInit: true,
})

/** What each key does, by KeyboardEvent.key; letters in lower case. */
export type KeyActions = Readonly<Record<string, (() => void) | undefined>>

/** Keys that go on while they are held down. */
const repeating = new Set(['ArrowLeft', 'ArrowRight'])

/** Listens on the whole page; sleeps while a field has the focus or a dialog is open. */
export function useKeys(actions: KeyActions): void {
  const hasLetters = useAtomValue(letterKeysAtom)
  const latest = useRef(actions)
  // Before the next key: an effect after painting would leave it the photo before.
  useLayoutEffect(() => {
    latest.current = actions
  })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const isCharacter = event.key.length === 1
      const name = isCharacter ? event.key.toLowerCase() : event.key
      const action = latest.current[name]
      if (!action || (isCharacter && !hasLetters)) return
      if (event.repeat && !repeating.has(name)) return
      if (isTyping(event.target) || isDialogOpened() || isDialogShown()) return
      // Escape closes what is being said first.
      if (name === 'Escape' && store.get(noticesAtom).length > 0) return
      event.preventDefault()
      action()
    }
    for (const event of takeEarlyKeys()) onKey(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [hasLetters])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))

const isDialogShown = (): boolean =>
  document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"]') !==
  null
