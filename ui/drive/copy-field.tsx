import { useRef, useState } from 'react'
import { inside } from '../components/TextField.css.ts'
import { TextField } from '../components/TextField.tsx'
import { texts } from './texts.ts'

/** A text to take along, with the button that puts it into the clipboard. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)

  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // Without https browsers have no clipboard; the text stands selected.
      field.current?.focus()
    }
  }

  return (
    <TextField ref={field} label={label} value={value} readOnly>
      <button type="button" className={inside} onClick={() => void copy()}>
        {isCopied ? texts.steps.copied : texts.steps.copy}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && texts.steps.copied}
      </span>
    </TextField>
  )
}
