import { useLayoutEffect, useState } from 'react'

/** How to close each dialog that was opened, the last of them at the end. */
const opened = new Set<() => void>()

/** A dialog whose code comes with its first opening and stays for the closing movement. */
export function useDialog() {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  useLayoutEffect(() => {
    if (!isOpen) return
    const close = () => setOpen(false)
    opened.add(close)
    return () => void opened.delete(close)
  }, [isOpen])
  return {
    isWanted,
    open: () => {
      setWanted(true)
      setOpen(true)
    },
    props: { isOpen, onOpenChange: setOpen },
  }
}

/**
 * How to close the dialog that was opened last, undefined without one. Until its code has come it
 * is nowhere on the page, but what is pressed is meant for it.
 */
export const closeOpened = (): (() => void) | undefined => [...opened].at(-1)
