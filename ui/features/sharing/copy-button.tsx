import { type RefObject, useEffect, useState } from 'react'
import { inside } from '../../kit/components/TextField.css.ts'
import { texts } from './texts.ts'

const doneMs = 4000

type Selectable = { readonly select: () => void }

/** Copies the text of a field. If the browser refuses, the text is selected, and `hint` says so. */
export function useCopy(value: string, field: RefObject<Selectable | null>) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
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
  return {
    isCopied: state === 'copied',
    hint: state === 'failed' ? texts.byHand : undefined,
    copy,
  }
}

type CopyButtonProps = {
  /** Of the field that it is in. */
  label: string
  copying: ReturnType<typeof useCopy>
}

/** Inside a field, at its end. */
export function CopyButton({ label, copying: { isCopied, copy } }: CopyButtonProps) {
  return (
    <>
      <button
        type="button"
        className={inside}
        aria-label={isCopied ? texts.copiedLabel(label) : texts.copyLabel(label)}
        onClick={() => void copy()}
      >
        {isCopied ? texts.copied : texts.copy}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && texts.copied}
      </span>
    </>
  )
}
