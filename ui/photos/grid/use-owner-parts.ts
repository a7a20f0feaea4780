import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'

type OwnerParts = typeof import('./owner-parts.tsx')

const ownerPartsAtom = atom<OwnerParts | undefined>(undefined)

/** The owner's controls of a grid, once their code is loaded; visitors never load it. */
export function useOwnerParts(isOwner: boolean): OwnerParts | undefined {
  const [parts, setParts] = useAtom(ownerPartsAtom)
  useEffect(() => {
    if (!isOwner || parts) return
    void import('./owner-parts.tsx').then(setParts)
  }, [isOwner, parts, setParts])
  return isOwner ? parts : undefined
}

const noLock: OwnerParts['LockButton'] = () => null

/**
 * The lock on the owner's tiles; an empty component until its code is loaded. Adding the lock later
 * would remount the tiles, and the focused one would lose the focus.
 */
export const lockOf = (isOwner: boolean, parts: OwnerParts | undefined) =>
  isOwner ? (parts?.LockButton ?? noLock) : undefined
