import { atom } from 'jotai'
import { useLayoutEffect, useState } from 'react'
import { sayNoScript } from '../scripts.ts'
import { store } from '../state/store.ts'

/** Dialogs that are open or about to be: what is pressed is meant for them. */
const openDialogsAtom = atom<ReadonlySet<symbol>>(new Set<symbol>())

/**
 * A dialog whose code comes with its first opening and stays for the closing movement. `part` loads
 * that code before the dialog is drawn, so that nothing waits around it; where it does not come,
 * nothing opens and a notice says why.
 */
export function useDialog(part?: { load: () => Promise<unknown> }) {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  useLayoutEffect(() => {
    if (!isOpen) return
    const dialog = Symbol('dialog')
    store.set(openDialogsAtom, (dialogs) => new Set(dialogs).add(dialog))
    return () =>
      store.set(
        openDialogsAtom,
        (dialogs) => new Set([...dialogs].filter((open) => open !== dialog)),
      )
  }, [isOpen])
  // Until its code has come, Escape thinks better of it.
  const isAwaited = isOpen && !isWanted
  useLayoutEffect(() => {
    if (!isAwaited) return
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setOpen(false)
    }
    document.addEventListener('keydown', cancel, true)
    return () => document.removeEventListener('keydown', cancel, true)
  }, [isAwaited])
  return {
    isWanted,
    open: () => {
      setOpen(true)
      if (!part || isWanted) {
        setWanted(true)
        return
      }
      part.load().then(
        () => setWanted(true),
        (error: unknown) => {
          setOpen(false)
          return sayNoScript(error)
        },
      )
    },
    props: { isOpen, onOpenChange: setOpen },
  }
}

/** Whether a dialog is open or about to be; one whose code has not come is nowhere on the page. */
export const isDialogOpened = (): boolean => store.get(openDialogsAtom).size > 0
