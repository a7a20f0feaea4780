import type { FilterKey, PhotoFilter } from '../../../../src/contract/search/photo-filter.ts'
import { countOfPhotos, grouped } from '../../../../src/contract/text/counts.ts'
import * as styles from './group.css.ts'
import { type ValueRow, withState } from './rows.ts'
import { texts } from './texts.ts'

type ValueProps = {
  name: FilterKey
  row: ValueRow
  filter: PhotoFilter
  onChange: (filter: PhotoFilter) => void
}

/** A value that can be included or excluded, and how many photos have it. */
export function Value({ name, row, filter, onChange }: ValueProps) {
  const { value, label, count, state } = row
  const toggle = (to: NonNullable<ValueRow['state']>) =>
    onChange(withState(filter, name, value, state === to ? undefined : to))
  return (
    <li className={styles.value} data-state={state}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          className={styles.box}
          checked={state === 'included'}
          onChange={() => toggle('included')}
        />
        <span className={styles.label} dir="auto">
          {label}
        </span>
        {count !== undefined && (
          <span className={styles.count}>
            <span aria-hidden="true">{grouped(count)}</span>
            <span className="visually-hidden">{countOfPhotos(count)}</span>
          </span>
        )}
      </label>
      <button
        type="button"
        className={styles.not}
        aria-pressed={state === 'excluded'}
        aria-label={texts.exclude(label)}
        title={texts.exclude(label)}
        onClick={() => toggle('excluded')}
      >
        {texts.not}
      </button>
    </li>
  )
}
