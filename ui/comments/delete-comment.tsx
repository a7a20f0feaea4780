import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type RefObject, useState } from 'react'
import type { Comment } from '../../src/contract/comments.ts'
import { errorText } from '../api.ts'
import { Button } from '../components/Button.tsx'
import * as styles from '../components/Dialog.css.ts'
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

/** Asks before a comment is deleted; says so where that fails. */
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
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !isBusy && onOpenChange(open)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup
          className={styles.popup}
          finalFocus={() => (isGone ? heading.current : true)}
        >
          <AlertDialog.Title className={styles.title}>{words.title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.description}>
            {words.text}
          </AlertDialog.Description>
          <div className={styles.actions}>
            <AlertDialog.Close render={<Button>{words.cancel}</Button>} />
            <Button kind="primary" isBusy={isBusy} onClick={() => void remove()}>
              {words.ok}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
