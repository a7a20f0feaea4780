import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import type { GridTools } from '../../catalogue/grid/grid-tools.ts'
import { showLoadFailure } from '../../kit/load-failures.ts'

type OwnerParts = typeof import('../selection/owner-parts.lazy.ts')

const ownerPartsAtom = atom<OwnerParts | undefined>(undefined)

/** The owner's controls of a grid, once their code is loaded; visitors never load it. */
export function useOwnerParts(isOwner: boolean): OwnerParts | undefined {
  const [parts, setParts] = useAtom(ownerPartsAtom)
  useEffect(() => {
    if (!isOwner || parts) return
    const load = (): Promise<void> =>
      import('../selection/owner-parts.lazy.ts').then(setParts, (error) =>
        showLoadFailure(error, 'your tools for photos', () => void load()),
      )
    void load()
  }, [isOwner, parts, setParts])
  return isOwner ? parts : undefined
}

const none = () => null

const noTools: GridTools = { TileTools: none, Selection: none }

/**
 * Empty components until their code is loaded: adding controls to tiles later would remount the
 * tiles, and the focused one would lose the focus.
 */
export const toolsOf = (isOwner: boolean, parts: OwnerParts | undefined): GridTools | undefined =>
  isOwner ? (parts ?? noTools) : undefined
