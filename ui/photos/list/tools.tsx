import '../../components/list-tools.css.ts'
import { FilterButton } from '../../filter/filter-button.tsx'
import { texts } from '../texts.ts'

/** What can be done with the list on the screen as a whole, at the end of its heading row. */
export function ListTools() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="list-tools" role="group" aria-label={texts.listTools}>
      <FilterButton />
    </div>
  )
}
