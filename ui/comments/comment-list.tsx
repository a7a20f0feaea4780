import { useAtomValue } from 'jotai'
import { type RefObject, useState } from 'react'
import type { Comment } from '../../src/contract/comments.ts'
import { Button } from '../components/Button.tsx'
import { late } from '../components/late.tsx'
import { useDialog } from '../components/use-dialog.ts'
import { loadLikes } from '../likes/state.ts'
import { viewerAtom } from '../state/viewer.ts'
import { CommentRow } from './comment-row.tsx'
import { commentsAtom, loadComments, loadEarlier } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const DeleteDialog = late(async () => (await import('./delete-comment.tsx')).DeleteComment)

type CommentListProps = { photoId: string; heading: RefObject<HTMLElement | null> }

/** The comments, newest first, the earlier ones on demand; without any, a sentence says so. */
export function CommentList({ photoId, heading }: CommentListProps) {
  const known = useAtomValue(commentsAtom).get(photoId)
  const { isOwner } = useAtomValue(viewerAtom)
  const [awaited, setAwaited] = useState<string>()
  const [asked, setAsked] = useState<Comment>()
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
            isAwaited={comment.id === awaited}
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
      {hasEarlier && <Earlier photoId={photoId} heading={heading} onLoaded={setAwaited} />}
      {deletion.isWanted && asked && (
        <DeleteDialog key={asked.id} comment={asked} heading={heading} {...deletion.props} />
      )}
    </>
  )
}

type EarlierProps = CommentListProps & { onLoaded: (first: string | undefined) => void }

/** The focus moves to the first of the comments that were loaded. */
function Earlier({ photoId, heading, onLoaded }: EarlierProps) {
  const [isBusy, setBusy] = useState(false)
  const load = async () => {
    setBusy(true)
    onLoaded(await loadEarlier(photoId))
    setBusy(false)
    // The list has begun anew, and this button is another.
    if (document.activeElement === document.body) heading.current?.focus()
  }
  return (
    <Button isBusy={isBusy} onClick={() => void load()}>
      {texts.showEarlier}
    </Button>
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
