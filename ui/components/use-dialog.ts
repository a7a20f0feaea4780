import { useState } from 'react'

/** A dialog whose code comes with its first opening and stays for the closing movement. */
export function useDialog() {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  return {
    isWanted,
    open: () => {
      setWanted(true)
      setOpen(true)
    },
    props: { isOpen, onOpenChange: setOpen },
  }
}
