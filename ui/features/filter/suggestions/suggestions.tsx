import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useId, useState } from 'react'
import { ownValue } from '../../../../src/contract/own-value.ts'
import { countOfPhotos, grouped } from '../../../../src/contract/text/counts.ts'
import { viewerAtom } from '../../../kit/state/viewer.ts'
import { keysFor } from '../counts.ts'
import { type Suggestion, suggestionsFor } from './suggest.ts'
import * as styles from './suggestions.css.ts'
import { texts } from './texts.ts'
import { useTypedFacets } from './use-typed-facets.ts'

type SuggestionsProps = {
  input: RefObject<HTMLInputElement | null>
  /** Whether something was typed before this code was loaded. */
  hasTyped: RefObject<boolean>
}

/** Suggests keys and values for what is being typed into the search box. */
export function Suggestions({ input, hasTyped }: SuggestionsProps) {
  const { isOwner } = useAtomValue(viewerAtom)
  const [place, setPlace] = useState<{ text: string; caret: number }>()
  const [active, setActive] = useState(-1)
  const id = useId()
  const { typed, facets } = useTypedFacets(place)
  const found = typed ? suggestionsFor(typed, facets, keysFor(isOwner)) : []
  const isOpen = found.length > 0
  const current = found[active]
  const close = () => {
    setPlace(undefined)
    setActive(-1)
  }
  const choose = ({ text }: Suggestion) => {
    const field = input.current
    if (!field || !typed) return
    field.setRangeText(text, typed.start, typed.end, 'end')
    setActive(-1)
    // After a key, its values are suggested.
    setPlace(
      text.endsWith(':') ? { text: field.value, caret: field.selectionStart ?? 0 } : undefined,
    )
  }

  const onInput = () => {
    const field = input.current
    if (!field) return
    setActive(-1)
    setPlace({ text: field.value, caret: field.selectionStart ?? field.value.length })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown' && !isOpen) {
      event.preventDefault()
      onInput()
      return
    }
    if (!isOpen) return
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 }
    const step = ownValue(steps, event.key)
    if (step !== undefined) {
      // Beyond both ends is the text itself.
      const count = found.length + 1
      setActive(((step + 1 + count) % count) - 1)
    } else if (event.key === 'Enter' && current) {
      choose(current)
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    } else return
    event.preventDefault()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed until now
  useEffect(() => {
    if (hasTyped.current && document.activeElement === input.current) onInput()
  }, [])
  useListeners(input, { input: onInput, keydown: onKeyDown, blur: close })
  useCombobox(input, { id, isOpen, active: current && optionId(id, active) })

  return (
    <>
      <OptionList id={id} found={found} active={active} onChoose={choose} />
      <p className="visually-hidden" role="status">
        {place && texts.found(found.length)}
      </p>
    </>
  )
}

type OptionListProps = {
  id: string
  found: readonly Suggestion[]
  active: number
  onChoose: (suggestion: Suggestion) => void
}

function OptionList({ id, found, active, onChoose }: OptionListProps) {
  return (
    <div
      className={styles.list}
      id={id}
      role="listbox"
      aria-label={texts.suggestions}
      hidden={found.length === 0}
    >
      {found.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which has the focus
        <div
          key={suggestion.id}
          id={optionId(id, index)}
          className={styles.option}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <Option suggestion={suggestion} />
        </div>
      ))}
    </div>
  )
}

function Option({ suggestion }: { suggestion: Suggestion }) {
  const { label, keyName, isKey, count } = suggestion
  if (isKey) {
    return (
      <>
        <span className={styles.code}>{label}</span>
        <span className={styles.meaning}>{keyName}</span>
      </>
    )
  }
  return (
    <>
      <span className={styles.key}>{keyName}</span>
      <span className={styles.label} dir="auto">
        {label}
      </span>
      {count !== undefined && (
        <span className={styles.count}>
          <span aria-hidden="true">{grouped(count)}</span>
          <span className="visually-hidden">{countOfPhotos(count)}</span>
        </span>
      )}
    </>
  )
}

const optionId = (id: string, index: number) => `${id}-${index}`

type Listeners = {
  input: () => void
  keydown: (event: KeyboardEvent) => void
  blur: () => void
}

/** The field was rendered before this code was loaded. */
function useListeners(input: SuggestionsProps['input'], listeners: Listeners): void {
  useEffect(() => {
    const field = input.current
    if (!field) return
    const { input: onInput, keydown, blur } = listeners
    field.addEventListener('input', onInput)
    field.addEventListener('keydown', keydown)
    field.addEventListener('blur', blur)
    return () => {
      field.removeEventListener('input', onInput)
      field.removeEventListener('keydown', keydown)
      field.removeEventListener('blur', blur)
    }
  })
}

type Combobox = { id: string; isOpen: boolean; active: string | undefined }

/** Makes the field a combobox; without this code it is a plain search field. */
function useCombobox(input: SuggestionsProps['input'], { id, isOpen, active }: Combobox): void {
  useEffect(() => {
    const field = input.current
    if (!field) return
    field.setAttribute('role', 'combobox')
    field.setAttribute('aria-autocomplete', 'list')
    field.setAttribute('aria-controls', id)
    field.setAttribute('aria-expanded', String(isOpen))
    if (active) field.setAttribute('aria-activedescendant', active)
    else field.removeAttribute('aria-activedescendant')
  }, [input, id, isOpen, active])
}
