import { atom } from 'jotai'
import { maxLikes } from '../../../src/contract/limits.ts'
import type { Like } from '../../../src/contract/people/likes.ts'
import type { ShownViewer } from '../../../src/contract/people/viewer.ts'
import { api, codeAndMessage, unwrap } from '../../kit/api.ts'
import { noticesAtom, notify } from '../../kit/state/notices.ts'
import { store } from '../../kit/state/store.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { handleSignedOut, loadGuest } from '../registration/state.ts'
import { texts } from './texts.ts'

/** A photo's likes for one viewer. */
export type PhotoLikes = {
  readonly isLiked: boolean
  /** Oldest first, without the viewer's own. */
  readonly others: readonly Like[]
  /** Whether there are more likes than the server sent. */
  readonly isCut: boolean
  /** The viewer that the likes were loaded for: another viewer reloads them. */
  readonly viewer: ShownViewer
}

/** Likes by photo, loaded once for each viewer; 'failed' until a retry. */
export const likesAtom = atom<ReadonlyMap<string, PhotoLikes | 'failed'>>(new Map())

/** Loads a photo's likes if necessary. A notice reports failures, but not aborts. */
export async function loadLikes(photoId: string, signal: AbortSignal): Promise<void> {
  const viewer = store.get(viewerAtom)
  if (knownLikes(photoId)?.viewer === viewer) return
  try {
    const [likes, isLiked, own] = await Promise.all([
      unwrap(api.likes[':photoId'].$get({ param: { photoId } }, { init: { signal } })),
      isLikedBy(viewer, photoId, signal),
      viewer.isOwner || !viewer.isGuest ? undefined : loadGuest(),
    ])
    // Another request was faster, and its result may have changed since.
    if (knownLikes(photoId)?.viewer === viewer) return
    const isOwn = ({ name, isOwner }: Like) =>
      viewer.isOwner ? isOwner : !isOwner && name === own?.name
    keep(photoId, {
      isLiked,
      others: isLiked ? without(likes, isOwn) : likes,
      isCut: likes.length === maxLikes,
      viewer,
    })
  } catch (error) {
    if (signal.aborted || handleSignedOut(error)) return
    keep(photoId, 'failed')
    reportLoadFailure(error)
  }
}

/**
 * Likes or unlikes a photo. Shown at once and reverted on failure. Clicks during a request are
 * sent after it, so that the last one wins.
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
    handleSignedOut(error)
  } finally {
    store.set(sendingAtom, (sending) => new Set([...sending].filter((id) => id !== photoId)))
  }
}

/** The photos whose like is being saved. */
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
  const request = api.guest.likes[':photoId'].$get({ param: { photoId } }, { init: { signal } })
  return (await unwrap(request)).like
}

/** All likes but the viewer's own; if it cannot be identified, all but the latest. */
function without(likes: readonly Like[], isOwn: (like: Like) => boolean): Like[] {
  const own = likes.findIndex(isOwn)
  return likes.filter((_, index) => index !== (own < 0 ? likes.length - 1 : own))
}

/** Reports that reactions could not be loaded; once, if both requests failed for one reason. */
export function reportLoadFailure(error: unknown): void {
  const text = texts.loadFailed(codeAndMessage(error))
  const isShown = store.get(noticesAtom).some((notice) => notice.text === text)
  if (!isShown) notify(text)
}
