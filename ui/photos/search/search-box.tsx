import { type SubmitEvent, useLayoutEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { maxSearchLength } from '../../../src/contract/navigation.ts'
import { barIcons, iconStroke } from '../../layout/icons.ts'
import { paths } from '../../paths.ts'
import './search-box.css.ts'
import { hasSearch, searchedWords } from './searched.ts'
import { texts } from './texts.ts'

type SearchBoxProps = {
  place: 'inBar' | 'inMenu'
  onSearch?: () => void
}

/** The search field; it shows the current search. */
export function SearchBox({ place, onSearch }: SearchBoxProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const words = searchedWords(search)
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(words)

  // A layout effect, because a later one would overwrite what has been typed by then. Text typed
  // before hydration is kept.
  useLayoutEffect(() => {
    if (input.current && shown.current !== words) input.current.value = words
    shown.current = words
  }, [words])
  if (!hasSearch()) return null

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = input.current?.value.trim()
    if (!wanted) return
    void navigate(paths.results(wanted))
    onSearch?.()
  }

  return (
    <search>
      <form
        className={`search-box ${place === 'inBar' ? 'is-in-bar' : 'is-in-menu'}`}
        action={paths.photos()}
        onSubmit={submit}
      >
        <barIcons.search aria-hidden="true" size={16} strokeWidth={iconStroke} />
        <input
          ref={input}
          type="search"
          name="q"
          dir="auto"
          aria-label={texts.label}
          placeholder={texts.placeholder}
          defaultValue={words}
          maxLength={maxSearchLength}
          autoComplete="off"
          enterKeyHint="search"
        />
      </form>
    </search>
  )
}
