import { type RefObject, useState } from 'react'
import type { Comment } from '../../../src/contract/people/comments.ts'
import { errorText } from '../../kit/api.ts'
import { ConfirmDialog } from '../../kit/components/ConfirmDialog.tsx'
import { notify } from '../../kit/state/notices.ts'
import { deleteComment } from './state.ts'
import { texts } from './texts.ts'

type DeleteCommentProps = {
  comment: Comment
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Gets the focus once the comment is deleted. */
  heading: RefObject<HTMLElement | null>
}

const words = texts.deletion

/** Asks for confirmation; a notice reports a failure. */
export function DeleteComment({ comment, isOpen, onOpenChange, heading }: DeleteCommentProps) {
  const [isBusy, setBusy] = useState(false)
  const [isDeleted, setDeleted] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await deleteComment(comment)
      setDeleted(true)
    } catch (error) {
      notify(errorText(error, words.failed))
    } finally {
      setBusy(false)
      onOpenChange(false)
    }
  }
  const { title, text, ok } = words
  return (
    <ConfirmDialog
      title={title}
      text={text}
      ok={ok}
      isOpen={isOpen}
      isBusy={isBusy}
      finalFocus={() => (isDeleted ? heading.current : true)}
      onOk={() => void remove()}
      onCancel={() => onOpenChange(false)}
    />
  )
}
