import '../../components/list-tools.css.ts'
import type { ReactNode } from 'react'
import { FilterButton } from '../../filter/filter-button.tsx'
import { SlideshowButton } from '../../slideshow/slideshow-button.tsx'
import { texts } from '../texts.ts'

/** What can be done with the list on the screen as a whole, at the end of its heading row. */
export function ListTools({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="list-tools" role="group" aria-label={texts.listTools}>
      {children}
      <FilterButton />
      <SlideshowButton />
      {children}
    </div>
  )
}
