import { type SubmitEvent, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { maxSearchLength } from '../../../src/contract/limits.ts'
import { filterOfList, hasSearch, searchWords } from '../../catalogue/list/list-query.ts'
import { asTyped } from '../../kit/components/as-typed.ts'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { barIcons, iconStroke } from '../../kit/layout/icons.ts'
import { paths } from '../../kit/paths.ts'
import * as styles from './search-box.css.ts'
import { texts } from './texts.ts'

const Suggestions = lazyWithRetry(
  async () => (await import('../filter/suggestions/suggestions.tsx')).Suggestions,
  { part: 'the search suggestions' },
)

type SearchBoxProps = {
  place: 'inBar' | 'inMenu'
  onSearch?: () => void
}

/** The search field; it shows the current search. */
export function SearchBox({ place, onSearch }: SearchBoxProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const words = searchWords(search)
  const input = useRef<HTMLInputElement>(null)
  const filter = String(filterOfList(search))
  const shown = useRef(filter)
  /** Since the page was loaded, perhaps before the suggestions’ code. */
  const hasTyped = useRef(false)
  const [hasFocus, setFocus] = useState(false)

  // A layout effect, because a later one would overwrite what has been typed by then. Text typed
  // before hydration is kept.
  useLayoutEffect(() => {
    if (input.current && shown.current !== filter) input.current.value = words
    shown.current = filter
  }, [filter, words])
  useEffect(() => {
    if (filter === '' || filter === String(new URLSearchParams({ q: words }))) return
    let isCurrent = true
    void import('../filter/suggestions/search-path.ts').then(
      ({ searchText }) => {
        const field = isCurrent ? input.current : null
        if (field?.value === words) field.value = searchText(new URLSearchParams(filter))
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [filter, words])
  if (!hasSearch()) return null

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = input.current?.value.trim()
    if (!wanted) return
    // Loaded since the field got the focus; without the code, the server reads the text.
    void import('../filter/suggestions/search-path.ts')
      .then(({ searchPath }) => searchPath(wanted))
      .catch(() => paths.results(wanted))
      .then((path) => navigate(path))
    onSearch?.()
  }

  return (
    <search>
      <form
        className={place === 'inBar' ? styles.inBar : styles.inMenu}
        action={paths.photos()}
        onSubmit={submit}
      >
        <barIcons.search
          className={styles.icon}
          aria-hidden="true"
          size={16}
          strokeWidth={iconStroke}
        />
        <input
          ref={input}
          className={styles.input}
          type="search"
          name="q"
          dir="auto"
          aria-label={texts.label}
          placeholder={texts.placeholder}
          defaultValue={words}
          maxLength={maxSearchLength}
          {...asTyped}
          enterKeyHint="search"
          onFocus={() => setFocus(true)}
          onInput={() => {
            hasTyped.current = true
          }}
        />
        {hasFocus && (
          <Suspense fallback={null}>
            <Suggestions input={input} hasTyped={hasTyped} />
          </Suspense>
        )}
      </form>
    </search>
  )
}
