import { useEffect, useState } from 'react'

type OwnerParts = typeof import('../owner-parts.lazy.ts')

let loaded: OwnerParts | undefined

/** What only the owner has on the home screen, once it is here; visitors never load it. */
export function useOwnerParts(isOwner: boolean): OwnerParts | undefined {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (!isOwner || loaded) return
    let isWanted = true
    void import('../owner-parts.lazy.ts').then((module) => {
      loaded = module
      if (isWanted) setParts(module)
    })
    return () => {
      isWanted = false
    }
  }, [isOwner])
  return isOwner ? parts : undefined
}

const noLock: OwnerParts['LockButton'] = () => null

/**
 * The lock on the owner's tiles; nothing stands for it until it is here. Were it given to the tiles
 * only then, they would be drawn anew, and the one that has the focus would lose it.
 */
export const lockOf = (isOwner: boolean, parts: OwnerParts | undefined) =>
  isOwner ? (parts?.LockButton ?? noLock) : undefined
