import { useAtomValue } from 'jotai'
import { Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Comment } from '../../../src/contract/people/comments.ts'
import { Button } from '../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { OwnerMark } from '../../kit/components/OwnerMark.tsx'
import { useDialog } from '../../kit/components/use-dialog.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { loadLikes } from '../likes/state.ts'
import { commentsAtom, loadComments, loadEarlier } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { exactTime, timeAgo } from './time-ago.ts'

const DeleteDialog = lazyWithRetry(
  async () => (await import('./delete-comment.tsx')).DeleteComment,
  { part: 'the dialog' },
)

type CommentListProps = { photoId: string; heading: RefObject<HTMLElement | null> }

/** The comments, newest first; earlier ones on demand. */
export function CommentList({ photoId, heading }: CommentListProps) {
  const known = useAtomValue(commentsAtom).get(photoId)
  const { isOwner } = useAtomValue(viewerAtom)
  const [firstNewId, setFirstNewId] = useState<string>()
  const [toDelete, setToDelete] = useState<Comment>()
  const deletion = useDialog(DeleteDialog)

  if (!known) return <p className={styles.loading}>{texts.loading}</p>
  if (known === 'failed') return <NotLoaded photoId={photoId} />
  const { comments, hasEarlier } = known
  return (
    <>
      {comments.length === 0 && <p className={styles.empty}>{texts.empty}</p>}
      <ol className={styles.list}>
        {comments.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            takesFocus={comment.id === firstNewId}
            onDelete={
              comment.mine || isOwner
                ? () => {
                    setToDelete(comment)
                    deletion.open()
                  }
                : undefined
            }
          />
        ))}
      </ol>
      {hasEarlier && <Earlier photoId={photoId} heading={heading} onLoaded={setFirstNewId} />}
      {deletion.isMounted && toDelete && (
        <DeleteDialog
          key={toDelete.id}
          comment={toDelete}
          heading={heading}
          {...deletion.dialogProps}
        />
      )}
    </>
  )
}

type EarlierProps = CommentListProps & { onLoaded: (firstId: string | undefined) => void }

/** Loads earlier comments; the focus moves to the first of them. */
function Earlier({ photoId, heading, onLoaded }: EarlierProps) {
  const [isBusy, setBusy] = useState(false)
  const load = async () => {
    setBusy(true)
    onLoaded(await loadEarlier(photoId))
    setBusy(false)
    // The list was reloaded, and this button removed with it.
    if (document.activeElement === document.body) heading.current?.focus()
  }
  return (
    <Button isBusy={isBusy} onClick={() => void load()}>
      {texts.showEarlier}
    </Button>
  )
}

/** Comments and likes are retried together. */
function NotLoaded({ photoId }: { photoId: string }) {
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    const { signal } = new AbortController()
    await Promise.all([loadLikes(photoId, signal), loadComments(photoId, signal)])
    setBusy(false)
  }
  return (
    <div className={styles.notLoaded}>
      <p className={styles.notLoadedText}>{texts.notLoaded}</p>
      <Button isBusy={isBusy} onClick={() => void retry()}>
        {texts.retry}
      </Button>
    </div>
  )
}

type CommentRowProps = {
  comment: Comment
  onDelete: (() => void) | undefined
  takesFocus: boolean
}

/** A comment with its author and time, as plain text with line breaks. */
function CommentRow({ comment, onDelete, takesFocus }: CommentRowProps) {
  const { name, body, time, isOwner } = comment
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (takesFocus) row.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <li className={styles.comment} ref={row} tabIndex={takesFocus ? -1 : undefined}>
      <p className={styles.head}>
        <span>
          <bdi className={styles.name}>{name}</bdi>
          {isOwner && <OwnerMark />}
        </span>
        <time className={styles.time} dateTime={time} title={exactTime(time)}>
          {timeAgo(time, Date.now())}
        </time>
      </p>
      {onDelete && (
        <button
          type="button"
          className={styles.remove}
          aria-label={texts.delete(name)}
          title={texts.deletion.title}
          onClick={onDelete}
        >
          <Trash2 aria-hidden="true" size={18} strokeWidth={1.6} />
        </button>
      )}
      <p className={styles.body} dir="auto">
        {body}
      </p>
    </li>
  )
}
