import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { store } from '../../state/store.ts'
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
  useEffect(() => {
    if (!isGrid) close()
  }, [isGrid])
  const panel = { list, apply, isOpen: isOpen && isGrid, onClose: close }
  return isWide ? <SidePanel {...panel} /> : <Sheet {...panel} />
}
