import './chips.css.ts'
import { useLocation } from 'react-router'
import { filterTermText, type NamedPhotos } from '../../src/contract/filter-labels.ts'
import { withValue } from '../../src/contract/photo-filter.ts'
import { Link } from '../components/Link.tsx'
import { filteredListAt, filteredPath } from './filtered-list.ts'
import { texts } from './texts.ts'

/** A link for each value of the filter, which shows the list without that value. */
export function FilterChips({ photos }: { photos: NamedPhotos }) {
  const list = filteredListAt(useLocation())
  if (!list || list.filter.terms.length === 0) return null
  const chips = list.filter.terms.flatMap(({ key, isExcluded, values }) =>
    values.map((value) => ({
      label: filterTermText({ key, isExcluded, values: [value] }, photos),
      to: filteredPath(list, withValue(list.filter, { key, value, isExcluded, isOn: false })),
    })),
  )
  return (
    <ul className="filter-chips" aria-label={texts.chips}>
      {chips.map(({ label, to }) => (
        <li key={label}>
          <Link to={to} replace aria-label={texts.remove(label)} title={texts.remove(label)}>
            <span dir="auto">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
