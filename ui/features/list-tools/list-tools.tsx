import { useAtomValue, useSetAtom } from 'jotai'
import { MapIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '../../catalogue/texts.ts'
import { Link } from '../../kit/components/Link.tsx'
import { listTool, listTools, selectTool, toolLabel } from '../../kit/components/list-tools.css.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { FilterButton } from '../filter/filter-button.tsx'
import { selectPlaceAtom } from '../selection/select-place.ts'
import { SlideshowButton } from '../slideshow/slideshow-button.tsx'

type ListToolsProps = {
  /** Whether the list has no photos that a slideshow could show. */
  isEmpty?: boolean
  children?: ReactNode
}

/** What can be done with the list on the screen as a whole, at the end of its heading row. */
export function ListTools({ isEmpty = false, children }: ListToolsProps) {
  const { isOwner } = useAtomValue(viewerAtom)
  const setSelectPlace = useSetAtom(selectPlaceAtom)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={listTools} role="group" aria-label={texts.listTools}>
      {/* The place of the tool for selecting, whose code is loaded later. */}
      {isOwner && <div className={selectTool} ref={setSelectPlace} />}
      <FilterButton />
      {!isEmpty && <SlideshowButton className={listTool} labelClassName={toolLabel} />}
      {children}
    </div>
  )
}

/** Leads to the map of the list's places. */
export const MapTool = ({ to }: { to: string }) => (
  <Link className={listTool} to={to} title={texts.map}>
    <MapIcon aria-hidden="true" size={18} strokeWidth={1.6} />
    <span className={toolLabel}>{texts.map}</span>
  </Link>
)
