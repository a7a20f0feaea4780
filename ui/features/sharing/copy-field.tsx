import { useRef } from 'react'
import { TextField } from '../../kit/components/TextField.tsx'
import { CopyButton, useCopy } from './copy-button.tsx'

type CopyFieldProps = { label: string; value: string; hint?: string }

/** A text to copy, with a button that copies it. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const copying = useCopy(value, field)
  return (
    <TextField
      ref={field}
      label={label}
      value={value}
      hint={copying.hint ?? hint}
      readOnly
      onFocus={({ currentTarget }) => {
        currentTarget.select()
        // Selecting scrolls to the end, where addresses look alike.
        currentTarget.scrollLeft = 0
      }}
    >
      <CopyButton label={label} copying={copying} />
    </TextField>
  )
}
