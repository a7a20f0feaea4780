import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { FacetValue } from '../../../../src/contract/search/facets.ts'
import { filterKeyNames } from '../../../../src/contract/search/filter-labels.ts'
import type { FilterNames } from '../../../../src/contract/search/filter-names.ts'
import { isNumberKey } from '../../../../src/contract/search/number-classes.ts'
import type { FilterKey, PhotoFilter } from '../../../../src/contract/search/photo-filter.ts'
import { spellingsOf } from '../../../../src/contract/search/spellings.ts'
import { asTyped } from '../../../kit/components/as-typed.ts'
import * as styles from './group.css.ts'
import { RangeFields } from './range-fields.tsx'
import { rowsOf, type ValueRow, valuesOf } from './rows.ts'
import { texts } from './texts.ts'
import { Value } from './value.tsx'

type FilterGroupProps = {
  name: FilterKey
  values: readonly FacetValue[]
  names: FilterNames | undefined
  filter: PhotoFilter
  onTyping: (isTyping: boolean) => void
  onChange: (filter: PhotoFilter) => void
}

/** Open from the start: most filters begin with one of them. */
const firstOpen: readonly FilterKey[] = ['camera', 'lens', 'keyword', 'uploaded', 'is', 'albums']
const shortLength = 8

/** One key with its values and, for numbers, fields for a range. */
export function FilterGroup(props: FilterGroupProps) {
  const { name, values, names, filter, onTyping, onChange } = props
  const rows = rowsOf(name, values, filter, names)
  const chosen = valuesOf(filter, name).length + valuesOf(filter, name, true).length
  const [isOpen, setOpen] = useState(chosen > 0 || firstOpen.includes(name))
  if (rows.length === 0 && chosen === 0) return null
  const title = filterKeyNames[name]
  return (
    <details
      className={styles.group}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <h3 className={styles.name}>{title}</h3>
        {chosen > 0 && <span className={styles.chosen}>{texts.chosen(chosen)}</span>}
        <ChevronDown className={styles.arrow} aria-hidden="true" size={16} strokeWidth={1.6} />
      </summary>
      {isOpen && (
        <>
          <Rows rows={rows} title={title} isWhole={isNumberKey(name) && name !== 'year'}>
            {(row) => (
              <Value key={row.value} name={name} row={row} filter={filter} onChange={onChange} />
            )}
          </Rows>
          {isNumberKey(name) && (
            <RangeFields
              name={name}
              title={title}
              values={values}
              filter={filter}
              onTyping={onTyping}
              onChange={onChange}
            />
          )}
        </>
      )}
    </details>
  )
}

type RowsProps = {
  rows: readonly ValueRow[]
  title: string
  /** Numbers are few, and evenings come last. */
  isWhole: boolean
  children: (row: ValueRow) => ReactNode
}

/** The first values, and all of them on request or when one is looked for. */
function Rows({ rows, title, isWhole, children }: RowsProps) {
  const [isLong, setLong] = useState(false)
  const [sought, setSought] = useState('')
  const id = useId()
  const isCut = !isWhole && rows.length > shortLength
  const words = sought.split(/\s+/).filter(Boolean).map(spellingsOf)
  const found = rows.filter(({ label }) => {
    const labels = spellingsOf(label)
    const has = (spelling: string) => labels.some((whole) => whole.includes(spelling))
    return words.every((spellings) => spellings.some(has))
  })
  const isAll = !isCut || isLong || words.length > 0
  const shown = isAll ? found : rows.filter((row, index) => index < shortLength || row.state)
  return (
    <>
      {isCut && (
        <input
          type="search"
          className={styles.find}
          aria-label={texts.narrow(title)}
          placeholder={texts.narrowPlaceholder}
          aria-controls={id}
          {...asTyped}
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
      )}
      <ul className={styles.values} id={id} aria-label={title}>
        {shown.map(children)}
      </ul>
      {shown.length === 0 && <p className={styles.none}>{texts.noneFound}</p>}
      {isCut && words.length === 0 && (
        <button type="button" className={styles.more} onClick={() => setLong(!isLong)}>
          {isLong ? texts.showFewer : texts.showAll(rows.length)}
        </button>
      )}
    </>
  )
}
