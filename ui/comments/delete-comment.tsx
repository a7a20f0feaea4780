import { type RefObject, useState } from 'react'
import type { Comment } from '../../src/contract/comments.ts'
import { errorText } from '../api.ts'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { notify } from '../state/notices.ts'
import { deleteComment } from './state.ts'
import { texts } from './texts.ts'

type DeleteCommentProps = {
  comment: Comment
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Where the focus goes when the comment is gone. */
  heading: RefObject<HTMLElement | null>
}

const words = texts.deletion

/** Asks before a comment is deleted; a notice reports a failure. */
export function DeleteComment({ comment, isOpen, onOpenChange, heading }: DeleteCommentProps) {
  const [isBusy, setBusy] = useState(false)
  const [isGone, setGone] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await deleteComment(comment)
      setGone(true)
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
      {...{ title, text, ok, isOpen, isBusy }}
      finalFocus={() => (isGone ? heading.current : true)}
      onOk={() => void remove()}
      onCancel={() => onOpenChange(false)}
    />
  )
}
