import { atom } from 'jotai'
import { useLayoutEffect, useState } from 'react'
import { showLoadFailure } from '../load-failures.ts'
import { store } from '../state/store.ts'

/** Whether a dialog is open, and what to call when that is to change. */
export type OpenState = {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Dialogs that are open or loading; they get all key presses. */
const openDialogsAtom = atom<ReadonlySet<symbol>>(new Set<symbol>())

/**
 * A dialog whose code is loaded when it is first opened, and which stays rendered for its closing
 * animation. `part` loads the code before the dialog is rendered, so that nothing around it
 * suspends; if that fails, the dialog stays closed and a notice says why.
 */
export function useDialog(part?: { load: () => Promise<unknown>; part: string }) {
  const [isOpen, setOpen] = useState(false)
  const [isMounted, setMounted] = useState(false)
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
  const isLoading = isOpen && !isMounted
  useLayoutEffect(() => {
    if (!isLoading) return
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setOpen(false)
    }
    document.addEventListener('keydown', cancel, true)
    return () => document.removeEventListener('keydown', cancel, true)
  }, [isLoading])
  const open = () => {
    setOpen(true)
    if (!part || isMounted) {
      setMounted(true)
      return
    }
    part.load().then(
      () => setMounted(true),
      (error: unknown) => {
        setOpen(false)
        return showLoadFailure(error, part.part, open)
      },
    )
  }
  return {
    isMounted,
    open,
    dialogProps: { isOpen, onOpenChange: setOpen },
  }
}

/** Also true while a dialog's code is loading and it is not in the document yet. */
export const isDialogOpen = (): boolean => store.get(openDialogsAtom).size > 0
