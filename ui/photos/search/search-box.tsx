import { Search } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import * as styles from './search-box.css.ts'
import { hasSearch, longestSearch, searchedWords } from './searched.ts'
import { texts } from './texts.ts'

type SearchBoxProps = {
  place: 'inBar' | 'inMenu'
  /** The results are on their way. */
  onSearch?: () => void
}

/** Words to look for in all photos; it shows those of the present address. */
export function SearchBox({ place, onSearch }: SearchBoxProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const words = searchedWords(search)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (input.current) input.current.value = words
  }, [words])
  if (!hasSearch) return null

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = input.current?.value.trim()
    if (!wanted) return
    void navigate(paths.results(wanted))
    onSearch?.()
  }

  return (
    <search>
      <form className={place === 'inBar' ? styles.inBar : styles.inMenu} onSubmit={submit}>
        <Search className={styles.icon} aria-hidden="true" size={16} strokeWidth={1.6} />
        <input
          ref={input}
          className={styles.input}
          type="search"
          aria-label={texts.label}
          placeholder={texts.placeholder}
          defaultValue={words}
          maxLength={longestSearch}
          autoComplete="off"
          enterKeyHint="search"
        />
      </form>
    </search>
  )
}
