import { Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Comment } from '../../src/contract/comments.ts'
import { OwnerMark } from '../components/OwnerMark.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { exactTime, timeAgo } from './time-ago.ts'

type CommentRowProps = {
  comment: Comment
  onDelete: (() => void) | undefined
  /** Takes the focus when it appears. */
  isAwaited: boolean
}

/** Who said what, and when. What was written is shown as text, with its line breaks. */
export function CommentRow({ comment, onDelete, isAwaited }: CommentRowProps) {
  const { name, body, time, isOwner } = comment
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isAwaited) row.current?.focus({ preventScroll: true })
  }, [isAwaited])
  return (
    <li className={styles.comment} ref={row} tabIndex={isAwaited ? -1 : undefined}>
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
          <Trash2 aria-hidden="true" />
        </button>
      )}
      <p className={styles.body} dir="auto">
        {body}
      </p>
    </li>
  )
}
