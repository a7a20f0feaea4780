import { useLayoutEffect, useState } from 'react'
import { sayNoScript } from '../scripts.ts'

/** How to close each dialog that was opened, the last of them at the end. */
const opened = new Set<() => void>()

/**
 * A dialog whose code comes with its first opening and stays for the closing movement. `part` loads
 * that code; where it does not come, nothing opens and a notice says why.
 */
export function useDialog(part?: { load: () => Promise<unknown> }) {
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

/**
 * How to close the dialog that was opened last, undefined without one. Until its code has come it
 * is nowhere on the page, but what is pressed is meant for it.
 */
export const closeOpened = (): (() => void) | undefined => [...opened].at(-1)
