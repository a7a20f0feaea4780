import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { store } from '../../../kit/state/store.ts'
import { useFilteredList } from '../filtered-list.ts'
import { filterPanelAtom } from '../state.ts'
import { Sheet } from './sheet.tsx'
import { SidePanel } from './side-panel.tsx'
import { useIsWide } from './use-is-wide.ts'

const close = () => store.set(filterPanelAtom, false)

/** Filters the grid on the screen: beside it where there is space, otherwise in a sheet over it. */
export function FilterPanel() {
  const isOpen = useAtomValue(filterPanelAtom) === true
  const { list, apply } = useFilteredList()
  const isGrid = list !== undefined
  const isWide = useIsWide()
  const albumId = list?.albumId
  const before = useRef(albumId)
  useEffect(() => {
    // Such as the album that the filter was saved as, which is to be seen now.
    if (!isGrid || albumId !== before.current) close()
    before.current = albumId
  }, [isGrid, albumId])
  const panel = { list, apply, isOpen: isOpen && isGrid, onClose: close }
  return isWide ? <SidePanel {...panel} /> : <Sheet {...panel} />
}
