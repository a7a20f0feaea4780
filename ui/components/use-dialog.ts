import { atom } from 'jotai'
import { useLayoutEffect, useState } from 'react'
import { sayNoScript } from '../scripts.ts'
import { store } from '../state/store.ts'

/** Dialogs that are open or about to be: key presses are meant for them. */
const openDialogsAtom = atom<ReadonlySet<symbol>>(new Set<symbol>())

/**
 * A dialog whose code is loaded when it is first opened, and which stays for its closing animation.
 * `part` loads the code before the dialog is rendered, so that nothing suspends around it; if that
 * fails, nothing opens and a notice says why.
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
  // Escape cancels while the dialog's code is loading.
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

/** Whether a dialog is open or about to be; while its code loads, it is not in the document. */
export const isDialogOpened = (): boolean => store.get(openDialogsAtom).size > 0
