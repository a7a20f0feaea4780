import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import type { GridTools } from '../../catalogue/grid/grid-tools.ts'
import { showLoadFailure } from '../../kit/load-failures.ts'

type OwnerControls = typeof import('./owner-grid.lazy.ts')

const ownerControlsAtom = atom<OwnerControls | undefined>(undefined)

/** The owner's controls of a grid, once their code is loaded; visitors never load it. */
export function useOwnerControls(isOwner: boolean): OwnerControls | undefined {
  const [controls, setControls] = useAtom(ownerControlsAtom)
  useEffect(() => {
    if (!isOwner || controls) return
    const load = (): Promise<void> =>
      import('./owner-grid.lazy.ts').then(setControls, (error) =>
        showLoadFailure(error, 'your tools for photos', () => void load()),
      )
    void load()
  }, [isOwner, controls, setControls])
  return isOwner ? controls : undefined
}

const none = () => null

const noTools: GridTools = { TileTools: none, Selection: none }

/**
 * Empty components until their code is loaded: adding controls to tiles later would remount the
 * tiles, and the focused one would lose the focus.
 */
export const toolsOf = (
  isOwner: boolean,
  controls: OwnerControls | undefined,
): GridTools | undefined => (isOwner ? (controls ?? noTools) : undefined)
