import { ListFilter } from 'lucide-react'
import { useRef, useState } from 'react'
import { maxSearchLength } from '../../../../src/contract/limits.ts'
import type { PhotoFilter } from '../../../../src/contract/search/photo-filter.ts'
import { hasSearch } from '../../../catalogue/list/list-query.ts'
import { listTool } from '../../../kit/components/list-tools.css.ts'
import { TextField } from '../../../kit/components/TextField.tsx'
import { Sheet } from '../../filter/panel/sheet.tsx'
import { texts } from '../texts.ts'
import * as styles from './picker-filter.css.ts'

type PickerFilterProps = {
  words: string
  setWords: (words: string) => void
  /** What the search and the filter find together. */
  shown: PhotoFilter
  apply: (filter: PhotoFilter) => void
}

/** The search and the filter above the photos of a picker. */
export function PickerFilter({ words, setWords, shown, apply }: PickerFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { picker } = texts
  const count = shown.terms.length
  return (
    <div className={styles.row}>
      {hasSearch() && (
        <TextField
          label={picker.search}
          name="search"
          type="search"
          dir="auto"
          autoComplete="off"
          maxLength={maxSearchLength}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      <button
        ref={button}
        type="button"
        className={listTool}
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <ListFilter aria-hidden="true" size={18} strokeWidth={1.6} />
        {count > 0 ? picker.filtered(count) : picker.filter}
      </button>
      <Sheet
        list={{ albumId: undefined, filter: shown }}
        apply={apply}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        opener={button}
      />
    </div>
  )
}
