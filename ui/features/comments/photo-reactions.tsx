import { useAtomValue } from 'jotai'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { isBeingDeleted } from '../../catalogue/list/store.ts'
import type { ReactionActions } from '../../catalogue/viewer/keys.ts'
import { useDialog } from '../../kit/components/use-dialog.ts'
import { store } from '../../kit/state/store.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { Likes } from '../likes/likes.tsx'
import { loadLikes, toggleLike } from '../likes/state.ts'
import { RegisterDialog } from '../registration/dialogs.tsx'
import { keepWish, type Wish } from '../registration/wish.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import * as styles from './photo-reactions.css.ts'
import { draftsAtom, loadComments } from './state.ts'
import { texts } from './texts.ts'

/** Nothing is loaded for photos viewed for a shorter time, in milliseconds. */
const viewDelayMs = 250

type PhotoReactionsProps = { photo: Pick<Photo, 'id'>; ref: Ref<ReactionActions> }

/** The reactions to a photo: likes, comments and the comment form. */
export function PhotoReactions({ photo: { id }, ref }: PhotoReactionsProps) {
  const { isOwner, isGuest } = useAtomValue(viewerAtom)
  const isMember = isOwner || isGuest
  const registration = useDialog(RegisterDialog)
  const [wish, setWish] = useState<Wish>()
  const field = useRef<HTMLTextAreaElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLoadReactions(id)

  const register = (kind: Wish['kind']) => {
    const address = location.pathname + location.search
    const wanted = { kind, photoId: id, address, text: store.get(draftsAtom).get(id) ?? '' }
    setWish(wanted)
    // Someone who has registered already only opens the link.
    keepWish(wanted)
    registration.open()
  }
  const like = () => (isMember ? void loadAndLike(id) : register('like'))
  const comment = () => {
    field.current?.focus()
    if (!isMember) register('comment')
  }
  useImperativeHandle(ref, () => ({ like, comment }))

  return (
    <div className={styles.reactions}>
      <Likes photoId={id} onPress={like} />
      <section className={styles.comments} aria-labelledby="comments">
        <h2 className="visually-hidden" id="comments" ref={heading} tabIndex={-1}>
          {texts.heading}
        </h2>
        <CommentForm
          key={id}
          photoId={id}
          field={field}
          isMember={isMember}
          onRegister={() => register('comment')}
        />
        <CommentList key={`${id} list`} photoId={id} heading={heading} />
      </section>
      {registration.isMounted && <RegisterDialog {...registration.dialogProps} wish={wish} />}
    </div>
  )
}

/** Loads the photo's likes and comments, and aborts the requests when another photo is shown. */
function useLoadReactions(photoId: string): void {
  const viewer = useAtomValue(viewerAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another viewer reloads
  useEffect(() => {
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      if (isBeingDeleted(photoId)) return
      void loadLikes(photoId, leaving.signal)
      void loadComments(photoId, leaving.signal)
    }, viewDelayMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [photoId, viewer])
}

/** Likes the photo even if its likes have not been loaded yet. */
async function loadAndLike(photoId: string): Promise<void> {
  await loadLikes(photoId, new AbortController().signal)
  await toggleLike(photoId)
}
