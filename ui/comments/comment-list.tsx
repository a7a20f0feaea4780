import { useAtomValue } from 'jotai'
import { type RefObject, useState } from 'react'
import type { Comment } from '../../src/contract/comments.ts'
import { Button } from '../components/Button.tsx'
import { late } from '../components/late.tsx'
import { useDialog } from '../components/use-dialog.ts'
import { loadLikes } from '../likes/photo-likes.ts'
import { viewerAtom } from '../state/viewer.ts'
import { CommentRow } from './comment-row.tsx'
import * as styles from './comments.css.ts'
import { commentsAtom, loadComments } from './photo-comments.ts'
import { texts } from './texts.ts'

const DeleteDialog = late(async () => (await import('./delete-comment.tsx')).DeleteComment)

/** So many of the newest are shown before one asks for all. */
const firstCount = 20

type CommentListProps = { photoId: string; heading: RefObject<HTMLElement | null> }

/** The comments, newest first; without any, words in their place. */
export function CommentList({ photoId, heading }: CommentListProps) {
  const known = useAtomValue(commentsAtom).get(photoId)
  const { isOwner } = useAtomValue(viewerAtom)
  const [showsAll, setShowsAll] = useState(false)
  const [asked, setAsked] = useState<Comment>()
  const deletion = useDialog(DeleteDialog)

  if (!known) return <p className={styles.loading}>{texts.loading}</p>
  if (known === 'failed') return <NotLoaded photoId={photoId} />
  const { comments } = known
  const shown = showsAll ? comments : comments.slice(0, firstCount)
  return (
    <>
      {comments.length === 0 && <p className={styles.empty}>{texts.empty}</p>}
      <ol className={styles.list}>
        {shown.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            onDelete={
              comment.mine || isOwner
                ? () => {
                    setAsked(comment)
                    deletion.open()
                  }
                : undefined
            }
          />
        ))}
      </ol>
      {shown.length < comments.length && (
        <Button onClick={() => setShowsAll(true)}>{texts.showAll(comments.length)}</Button>
      )}
      {deletion.isWanted && asked && (
        <DeleteDialog key={asked.id} comment={asked} heading={heading} {...deletion.props} />
      )}
    </>
  )
}

/** Comments and likes come together; so does another try at them. */
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
      <p>{texts.notLoaded}</p>
      <Button isBusy={isBusy} onClick={() => void retry()}>
        {texts.retry}
      </Button>
    </div>
  )
}
