import { useEffect, useRef, useState } from 'react'
import { inside } from '../../kit/components/TextField.css.ts'
import { TextField } from '../../kit/components/TextField.tsx'
import { texts } from './texts.ts'

type CopyFieldProps = { label: string; value: string; hint?: string }

const doneMs = 4000

/** A text to copy, with a button that copies it. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), doneMs)
    return () => clearTimeout(timer)
  }, [state])

  const copy = async () => {
    try {
      // Browsers have no clipboard on pages without https.
      await navigator.clipboard.writeText(value)
      setState('copied')
    } catch {
      field.current?.select()
      setState('failed')
    }
  }
  return (
    <>
      <TextField
        ref={field}
        label={label}
        value={value}
        hint={state === 'failed' ? texts.byHand : hint}
        readOnly
        onFocus={({ currentTarget }) => {
          currentTarget.select()
          // Selecting scrolls to the end, where addresses look alike.
          currentTarget.scrollLeft = 0
        }}
      >
        <button
          type="button"
          className={inside}
          aria-label={texts.copyLabel(label)}
          onClick={() => void copy()}
        >
          {state === 'copied' ? texts.copied : texts.copy}
        </button>
      </TextField>
      <span className="visually-hidden" role="status">
        {state === 'copied' && texts.copied}
      </span>
    </>
  )
}
