import './chips.css.ts'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { filterTermText, type NamedPhotos } from '../../src/contract/filter-labels.ts'
import { withValue } from '../../src/contract/photo-filter.ts'
import { Link } from '../components/Link.tsx'
import { filteredPath } from './filtered-list.ts'
import { useFilter } from './shown-filter.ts'
import { texts } from './texts.ts'

/** A link for each value of the filter, which shows the list without that value, then the children. */
export function FilterChips({ photos, children }: { photos: NamedPhotos; children?: ReactNode }) {
  const location = useLocation()
  const filter = useFilter()
  const chips = filter.terms.flatMap(({ key, isExcluded, values }) =>
    values.map((value) => ({
      label: filterTermText({ key, isExcluded, values: [value] }, photos),
      to: filteredPath(location, withValue(filter, { key, value, isExcluded, isOn: false })),
    })),
  )
  if (chips.length === 0 && !children) return null
  return (
    <ul className="filter-chips" aria-label={texts.chips}>
      {chips.map(({ label, to }) => (
        <li key={label}>
          <Link to={to} replace aria-label={texts.remove(label)} title={texts.remove(label)}>
            <span dir="auto">{label}</span>
          </Link>
        </li>
      ))}
      {children && <li className="filter-chips-end">{children}</li>}
    </ul>
  )
}
