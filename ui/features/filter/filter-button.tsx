import { useAtomValue } from 'jotai'
import { ListFilter } from 'lucide-react'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { listTool, toolLabel } from '../../kit/components/list-tools.css.ts'
import { showLoadFailure } from '../../kit/load-failures.ts'
import { store } from '../../kit/state/store.ts'
import { filterPanelAtom } from './state.ts'

const FilterPanel = lazyWithRetry(
  async () => (await import('./panel/filter-panel.tsx')).FilterPanel,
  { part: 'the filter' },
)

const showPanel = (isShown: boolean): Promise<void> =>
  FilterPanel.load().then(
    () => store.set(filterPanelAtom, isShown),
    (error) => showLoadFailure(error, FilterPanel.part, () => void showPanel(isShown)),
  )

export const openFilterPanel = (): Promise<void> => showPanel(true)

/** Opens or closes the filter panel, whose code is loaded by then. */
export function FilterButton() {
  const isOpen = useAtomValue(filterPanelAtom)
  const toggle = () => void showPanel(!isOpen)
  return (
    <button
      type="button"
      className={listTool}
      data-filter-button
      aria-expanded={isOpen === true}
      onClick={toggle}
    >
      <ListFilter aria-hidden="true" size={18} strokeWidth={1.6} />
      <span className={toolLabel}>Filter</span>
    </button>
  )
}

/** Around all screens, so that the panel stays while the list behind it changes. */
export function FilterPanelPlace() {
  return useAtomValue(filterPanelAtom) === undefined ? null : <FilterPanel />
}
