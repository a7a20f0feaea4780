import { atom } from 'jotai'
import type { Like } from '../../src/contract/likes.ts'
import type { ShownViewer } from '../../src/contract/viewer.ts'
import { likesAtMost } from '../../src/contract/vocabulary.ts'
import { api, codeAndMessage, unwrap } from '../api.ts'
import { heedSignedOut, loadGuest } from '../guests/state.ts'
import { noticesAtom, notify } from '../state/notices.ts'
import { store } from '../state/store.ts'
import { viewerAtom } from '../state/viewer.ts'
import { texts } from './texts.ts'

/** Who likes a photo, as one viewer is told. */
export type PhotoLikes = {
  readonly isLiked: boolean
  /** Oldest first, without the viewer's own. */
  readonly others: readonly Like[]
  /** There are more likes than were sent. */
  readonly isCut: boolean
  /** Whose `isLiked` this is: another viewer asks anew. */
  readonly viewer: ShownViewer
}

/** Read once for each photo and viewer; 'failed' until it is asked for again. */
export const likesAtom = atom<ReadonlyMap<string, PhotoLikes | 'failed'>>(new Map())

/** Reads who likes a photo, unless that is known. A failure is said, an abort is not. */
export async function loadLikes(photoId: string, signal: AbortSignal): Promise<void> {
  const viewer = store.get(viewerAtom)
  if (knownLikes(photoId)?.viewer === viewer) return
  try {
    const [likes, isLiked, own] = await Promise.all([
      unwrap(api.likes[':photoId'].$get({ param: { photoId } }, { init: { signal } })),
      isLikedBy(viewer, photoId, signal),
      viewer.isOwner || !viewer.isGuest ? undefined : loadGuest(),
    ])
    // Known meanwhile, and perhaps changed since: what is shown is the younger answer.
    if (knownLikes(photoId)?.viewer === viewer) return
    const isOwn = ({ name, isOwner }: Like) =>
      viewer.isOwner ? isOwner : !isOwner && name === own?.name
    keep(photoId, {
      isLiked,
      others: isLiked ? without(likes, isOwn) : likes,
      isCut: likes.length === likesAtMost,
      viewer,
    })
  } catch (error) {
    if (signal.aborted || heedSignedOut(error)) return
    keep(photoId, 'failed')
    sayLoadFailed(error)
  }
}

/**
 * Likes a photo or likes it no more: shown at once, and taken back where the server refuses. What
 * is pressed meanwhile counts: the last press is what is sent in the end.
 */
export async function toggleLike(photoId: string): Promise<void> {
  const before = knownLikes(photoId)
  if (!before) return
  show(photoId, !before.isLiked)
  if (store.get(sendingAtom).has(photoId)) return
  store.set(sendingAtom, (sending) => new Set(sending).add(photoId))
  let sent = before.isLiked
  try {
    for (let wanted = !sent; wanted !== sent; wanted = knownLikes(photoId)?.isLiked ?? sent) {
      await send(photoId, wanted)
      sent = wanted
    }
  } catch (error) {
    console.warn(error)
    show(photoId, sent)
    heedSignedOut(error)
  } finally {
    store.set(sendingAtom, (sending) => new Set([...sending].filter((id) => id !== photoId)))
  }
}

/** The photos whose like is on its way. */
const sendingAtom = atom<ReadonlySet<string>>(new Set<string>())

async function send(photoId: string, isLiked: boolean): Promise<void> {
  const { like, unlike } = api.likes[':photoId']
  const param = { photoId }
  if (isLiked) await unwrap(like.$post({ param }))
  else await unwrap(unlike.$post({ param }))
}

function knownLikes(photoId: string): PhotoLikes | undefined {
  const known = store.get(likesAtom).get(photoId)
  return known === 'failed' ? undefined : known
}

function show(photoId: string, isLiked: boolean): void {
  const known = knownLikes(photoId)
  if (known) keep(photoId, { ...known, isLiked })
}

function keep(photoId: string, likes: PhotoLikes | 'failed'): void {
  store.set(likesAtom, (all) => new Map(all).set(photoId, likes))
}

async function isLikedBy(viewer: ShownViewer, photoId: string, signal: AbortSignal) {
  if (!viewer.isOwner && !viewer.isGuest) return false
  const call = api.guest.likes[':photoId'].$get({ param: { photoId } }, { init: { signal } })
  return (await unwrap(call)).like
}

/** Without one's own like; where that is not known, the latest is taken for it. */
function without(likes: readonly Like[], isOwn: (like: Like) => boolean): Like[] {
  const place = likes.findIndex(isOwn)
  return likes.filter((_, index) => index !== (place < 0 ? likes.length - 1 : place))
}

/** Says that likes or comments did not come; once, where both failed of the same. */
export function sayLoadFailed(error: unknown): void {
  const text = texts.loadFailed(codeAndMessage(error))
  const isSaid = store.get(noticesAtom).some((notice) => notice.text === text)
  if (!isSaid) notify(text)
}
