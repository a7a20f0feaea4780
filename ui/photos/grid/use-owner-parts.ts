import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'

type OwnerParts = typeof import('./owner-parts.tsx')

const ownerPartsAtom = atom<OwnerParts | undefined>(undefined)

/** What only the owner has in a grid, once it is loaded; visitors never load it. */
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
 * The lock on the owner's tiles; an empty one until it is loaded. Tiles that got their lock only
 * then would be created again, and the focused one would lose the focus.
 */
export const lockOf = (isOwner: boolean, parts: OwnerParts | undefined) =>
  isOwner ? (parts?.LockButton ?? noLock) : undefined
