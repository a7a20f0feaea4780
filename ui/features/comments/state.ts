import { atom } from 'jotai'
import { commentsPerPage } from '../../../src/contract/limits.ts'
import type { Comment } from '../../../src/contract/people/comments.ts'
import type { ShownViewer } from '../../../src/contract/people/viewer.ts'
import { ApiError, api, unwrap } from '../../kit/api.ts'
import { store } from '../../kit/state/store.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { reportLoadFailure } from '../likes/state.ts'
import { handleSignedOut } from '../registration/state.ts'

/** How many comments are loaded at first, and how many earlier ones at a time. */
const firstCount = 20
const earlierCount = commentsPerPage - 1

/** A photo's comments for one viewer. */
type PhotoComments = {
  /** Newest first. */
  readonly comments: readonly Comment[]
  /** Whether there are earlier ones that are not loaded. */
  readonly hasEarlier: boolean
  /** The viewer that the comments were loaded for: another viewer reloads them. */
  readonly viewer: ShownViewer
}

/** Comments by photo, loaded once for each viewer; 'failed' until a retry. */
export const commentsAtom = atom<ReadonlyMap<string, PhotoComments | 'failed'>>(new Map())

/** Drafts by photo: paging keeps them. */
export const draftsAtom = atom<ReadonlyMap<string, string>>(new Map())

/** The latest pending request for a photo's comments. */
const requestsAtom = atom<ReadonlyMap<string, symbol>>(new Map())

/** Loads a photo's comments if necessary. A notice reports failures, but not aborts. */
export async function loadComments(photoId: string, signal?: AbortSignal): Promise<void> {
  const viewer = store.get(viewerAtom)
  const known = store.get(commentsAtom).get(photoId)
  if (known !== 'failed' && known?.viewer === viewer) return
  const request = Symbol(photoId)
  store.set(requestsAtom, (requests) => new Map(requests).set(photoId, request))
  // An older request lacks comments posted since.
  const isLatest = () => store.get(requestsAtom).get(photoId) === request
  try {
    const page = await readPage(photoId, { count: firstCount, signal })
    if (isLatest()) keep(photoId, { ...page, viewer })
  } catch (error) {
    if (signal?.aborted || !isLatest()) return
    keep(photoId, 'failed')
    reportLoadFailure(error)
  } finally {
    if (isLatest()) {
      store.set(requestsAtom, (all) => new Map([...all].filter(([id]) => id !== photoId)))
    }
  }
}

/**
 * Loads the comments before the loaded ones. A notice reports a failure.
 * @returns the id of the newest of them.
 */
export async function loadEarlier(photoId: string): Promise<string | undefined> {
  const known = store.get(commentsAtom).get(photoId)
  if (!known || known === 'failed') return undefined
  try {
    const before = known.comments.at(-1)?.id
    const page = await readPage(photoId, { count: earlierCount, before })
    change(photoId, ({ comments }) => {
      const ids = new Set(comments.map(({ id }) => id))
      const earlier = page.comments.filter(({ id }) => !ids.has(id))
      return { comments: [...comments, ...earlier], hasEarlier: page.hasEarlier }
    })
    return page.comments[0]?.id
  } catch (error) {
    // The oldest loaded comment has been deleted elsewhere: start over.
    if (isMissing(error)) {
      forget(photoId)
      await loadComments(photoId)
    } else {
      reportLoadFailure(error)
    }
    return undefined
  }
}

/** Loads a page, newest first. One more comment is requested, to know whether there are others. */
async function readPage(
  photoId: string,
  {
    count,
    before,
    signal,
  }: { count: number; before?: string | undefined; signal?: AbortSignal | undefined },
): Promise<Pick<PhotoComments, 'comments' | 'hasEarlier'>> {
  const query = { limit: String(count + 1), ...(before && { before }) }
  const page = await unwrap(
    api.comments[':photoId'].$get(
      { param: { photoId }, query },
      { init: { signal: signal ?? null } },
    ),
  )
  return { comments: [...page].reverse().slice(0, count), hasEarlier: page.length > count }
}

/** Posts a comment; if the session has ended, marks the viewer as signed out. @throws ApiError */
export async function postComment(photoId: string, body: string): Promise<void> {
  try {
    const request = api.comments[':photoId'].$post({ param: { photoId }, json: { body } })
    const comment = await unwrap(request)
    const isKnown = change(photoId, ({ comments }) => ({ comments: [comment, ...comments] }))
    if (!isKnown) await loadComments(photoId)
  } catch (error) {
    handleSignedOut(error)
    throw error
  }
}

/** Deletes a comment; one that no longer exists counts as deleted. @throws ApiError */
export async function deleteComment({ photoId, id }: Comment): Promise<void> {
  try {
    await unwrap(api.comments[':photoId'][':id'].$delete({ param: { photoId, id } }))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const isKnown = change(photoId, ({ comments }) => ({
    comments: comments.filter((comment) => comment.id !== id),
  }))
  if (!isKnown) await loadComments(photoId)
}

/** @returns false if the photo's comments are not loaded for this viewer */
function change(photoId: string, by: (known: PhotoComments) => Partial<PhotoComments>): boolean {
  const known = store.get(commentsAtom).get(photoId)
  if (!known || known === 'failed' || known.viewer !== store.get(viewerAtom)) return false
  keep(photoId, { ...known, ...by(known) })
  return true
}

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.refusal?.code === 404

function forget(photoId: string): void {
  store.set(commentsAtom, (all) => new Map([...all].filter(([id]) => id !== photoId)))
}

function keep(photoId: string, comments: PhotoComments | 'failed'): void {
  store.set(commentsAtom, (all) => new Map(all).set(photoId, comments))
}
