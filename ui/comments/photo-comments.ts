import { atom } from 'jotai'
import type { Comment } from '../../src/contract/comments.ts'
import type { ShownViewer } from '../../src/contract/viewer.ts'
import { ApiError, api, unwrap } from '../api.ts'
import { heedSignedOut } from '../guests/guest.ts'
import { sayLoadFailed } from '../likes/say-load-failed.ts'
import { store } from '../state/store.ts'
import { viewerAtom } from '../state/viewer.ts'

/** What is said of a photo, as one viewer is told. */
export type PhotoComments = {
  /** Newest first. */
  readonly comments: readonly Comment[]
  /** Whose `mine` this is: another viewer asks anew. */
  readonly viewer: ShownViewer
}

/** Read once for each photo and viewer; 'failed' until it is asked for again. */
export const commentsAtom = atom<ReadonlyMap<string, PhotoComments | 'failed'>>(new Map())

/** What is written and not posted yet, by photo: paging does not lose it. */
export const draftsAtom = atom<ReadonlyMap<string, string>>(new Map())

/** The latest reading of a photo's comments, while it is under way. */
const readings = new Map<string, symbol>()

/** Reads the comments of a photo, unless they are known. A failure is said, an abort is not. */
export async function loadComments(photoId: string, signal?: AbortSignal): Promise<void> {
  const viewer = store.get(viewerAtom)
  const known = store.get(commentsAtom).get(photoId)
  if (known !== 'failed' && known?.viewer === viewer) return
  const reading = Symbol(photoId)
  readings.set(photoId, reading)
  // One that was overtaken does not know what has been written since.
  const isLatest = () => readings.get(photoId) === reading
  try {
    const comments = await unwrap(
      api.comments[':photoId'].$get({ param: { photoId } }, { init: { signal: signal ?? null } }),
    )
    if (isLatest()) keep(photoId, { comments, viewer })
  } catch (error) {
    if (signal?.aborted || !isLatest()) return
    keep(photoId, 'failed')
    sayLoadFailed(error)
  } finally {
    if (isLatest()) readings.delete(photoId)
  }
}

/** @throws ApiError, and ends a sign-in that the server knows no more. */
export async function postComment(photoId: string, body: string): Promise<void> {
  try {
    const call = api.comments[':photoId'].$post({ param: { photoId }, json: { body } })
    const comment = await unwrap(call)
    const isKnown = change(photoId, (comments) => [comment, ...comments])
    if (!isKnown) await loadComments(photoId)
  } catch (error) {
    heedSignedOut(error)
    throw error
  }
}

/** One that is gone already counts as deleted. @throws ApiError */
export async function deleteComment({ photoId, id }: Comment): Promise<void> {
  try {
    await unwrap(api.comments[':photoId'][':id'].$delete({ param: { photoId, id } }))
  } catch (error) {
    const isGone = error instanceof ApiError && error.refusal?.code === 404
    if (!isGone) throw error
  }
  const isKnown = change(photoId, (comments) => comments.filter((comment) => comment.id !== id))
  if (!isKnown) await loadComments(photoId)
}

/** @returns whether the photo's comments are known, to this viewer, and so changed. */
function change(photoId: string, by: (comments: readonly Comment[]) => Comment[]): boolean {
  const known = store.get(commentsAtom).get(photoId)
  if (!known || known === 'failed' || known.viewer !== store.get(viewerAtom)) return false
  keep(photoId, { ...known, comments: by(known.comments) })
  return true
}

function keep(photoId: string, comments: PhotoComments | 'failed'): void {
  store.set(commentsAtom, (all) => new Map(all).set(photoId, comments))
}
