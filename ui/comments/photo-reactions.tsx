import { useAtomValue } from 'jotai'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { Photo } from '../../src/contract/photos.ts'
import { useDialog } from '../components/use-dialog.ts'
import { RegisterDialog } from '../guests/dialogs.tsx'
import { Likes } from '../likes/likes.tsx'
import { loadLikes, toggleLike } from '../likes/state.ts'
import { isBeingDeleted } from '../photos/list/store.ts'
import type { ReactionActions } from '../photos/viewer/keys.ts'
import { viewerAtom } from '../state/viewer.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import './photo-talk.css.ts'
import { loadComments } from './state.ts'
import { texts } from './texts.ts'

/** Photos viewed for a shorter time load nothing, in ms. */
const stayMs = 250

type PhotoTalkProps = { photo: Pick<Photo, 'id'>; ref: Ref<ReactionActions> }

/** The reactions to a photo: likes, comments and the comment form. */
export function PhotoTalk({ photo: { id }, ref }: PhotoTalkProps) {
  const { isOwner, isGuest } = useAtomValue(viewerAtom)
  const isMember = isOwner || isGuest
  const registration = useDialog(RegisterDialog)
  const field = useRef<HTMLTextAreaElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useTalk(id)

  const like = () => (isMember ? void loadAndLike(id) : registration.open())
  const comment = () => {
    field.current?.focus()
    if (!isMember) registration.open()
  }
  useImperativeHandle(ref, () => ({ like, comment }))

  return (
    <div className="photo-talk">
      <Likes photoId={id} onPress={like} />
      <section className="photo-comments" aria-labelledby="comments">
        <h2 className="visually-hidden" id="comments" ref={heading} tabIndex={-1}>
          {texts.heading}
        </h2>
        <CommentForm
          key={id}
          photoId={id}
          field={field}
          isMember={isMember}
          onStranger={registration.open}
        />
        <CommentList key={`${id} list`} photoId={id} heading={heading} />
      </section>
      {registration.isWanted && <RegisterDialog {...registration.props} />}
    </div>
  )
}

/** Reads likes and comments of the photo that stays; what is on its way for another is let go. */
function useTalk(photoId: string): void {
  const viewer = useAtomValue(viewerAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another viewer is told other things
  useEffect(() => {
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      if (isBeingDeleted(photoId)) return
      void loadLikes(photoId, leaving.signal)
      void loadComments(photoId, leaving.signal)
    }, stayMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [photoId, viewer])
}

/** A press before the likes are loaded counts too. */
async function loadAndLike(photoId: string): Promise<void> {
  await loadLikes(photoId, new AbortController().signal)
  await toggleLike(photoId)
}
