import { Question } from './Question.tsx'
import { texts } from './texts.ts'

type UnsavedQuestionProps = {
  isOpen: boolean
  onStay: () => void
  onLeave: () => void
  /** Whether the focus goes back to where it was. */
  finalFocus: () => boolean
}

/** Stands over the dialog or the screen whose changes would be lost; see use-unsaved.ts. */
export function UnsavedQuestion({ isOpen, onStay, onLeave, finalFocus }: UnsavedQuestionProps) {
  const { title, text, stay, leave } = texts.unsaved
  return (
    <Question
      {...{ title, text, isOpen, finalFocus }}
      ok={leave}
      cancel={stay}
      onOk={onLeave}
      onCancel={onStay}
    />
  )
}
