import { useAtomValue } from 'jotai'
import { MapIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '../../catalogue/texts.ts'
import { Link } from '../../kit/components/Link.tsx'
import { listTool, listTools, selectTool, toolLabel } from '../../kit/components/list-tools.css.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { FilterButton } from '../filter/filter-button.tsx'
import { SlideshowButton } from '../slideshow/slideshow-button.tsx'

type ListToolsProps = { className?: string | undefined; children?: ReactNode }

/** What can be done with the list on the screen as a whole, at the end of its heading row. */
export function ListTools({ className = '', children }: ListToolsProps) {
  const { isOwner } = useAtomValue(viewerAtom)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={`${listTools} ${className}`.trim()} role="group" aria-label={texts.listTools}>
      {/* The place of the tool for selecting, whose code is loaded later. */}
      {isOwner && <div className={selectTool} />}
      <FilterButton />
      <SlideshowButton className={listTool} labelClassName={toolLabel} />
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
