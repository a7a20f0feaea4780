import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { filterTermText } from '../../../src/contract/search/filter-labels.ts'
import type { FilterNames } from '../../../src/contract/search/filter-names.ts'
import { withValue } from '../../../src/contract/search/photo-filter.ts'
import { Link } from '../../kit/components/Link.tsx'
import * as styles from './chips.css.ts'
import { filteredPath } from './filtered-list.ts'
import { useFilter } from './shown-filter.ts'
import { texts } from './texts.ts'

type FilterChipsProps = { names: FilterNames | undefined; children?: ReactNode }

/** A link for each value of the filter, which shows the list without that value, then the children. */
export function FilterChips({ names, children }: FilterChipsProps) {
  const location = useLocation()
  const filter = useFilter()
  const chips = filter.terms.flatMap(({ key, isExcluded, values }) =>
    values.map((value) => ({
      label: filterTermText({ key, isExcluded, values: [value] }, names),
      to: filteredPath(location, withValue(filter, { key, value, isExcluded, isOn: false })),
    })),
  )
  if (chips.length === 0 && !children) return null
  return (
    <ul className={styles.chips} aria-label={texts.chips}>
      {chips.map(({ label, to }) => (
        <Chip key={label} label={label} to={to} />
      ))}
      {children && <li className={styles.end}>{children}</li>}
    </ul>
  )
}

function Chip({ label, to }: { label: string; to: string }) {
  const item = useRef<HTMLLIElement>(null)
  // Before the chip is removed, while it still has the focus.
  useLayoutEffect(() => {
    const own = item.current
    return () => {
      if (own?.contains(document.activeElement)) requestAnimationFrame(keepFocus)
    }
  }, [])
  return (
    <li ref={item}>
      <Link
        className={styles.chip}
        to={to}
        replace
        aria-label={texts.remove(label)}
        title={texts.remove(label)}
      >
        <span dir="auto">{label}</span>
      </Link>
    </li>
  )
}

/** Moves the focus of a removed chip to another one or, after the last, to the button of the filter. */
function keepFocus(): void {
  if (document.activeElement && document.activeElement !== document.body) return
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  const next = find(`.${styles.chips} a`) ?? find('[data-filter-button]')
  next?.focus({ preventScroll: true })
}
