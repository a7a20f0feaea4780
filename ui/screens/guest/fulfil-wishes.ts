import { draftsAtom } from '../../features/comments/state.ts'
import { takeWishes, type Wish } from '../../features/registration/wish.ts'
import { ApiError, api, unwrap } from '../../kit/api.ts'
import { store } from '../../kit/state/store.ts'

/**
 * Does what the guest wanted to do before registering: likes photos, and puts drafts of comments
 * back into their fields. Failures are only logged.
 * @returns what was done, oldest first
 */
export async function fulfilWishes(email: string): Promise<readonly Wish[]> {
  const done: Wish[] = []
  for (const wish of takeWishes(email)) {
    if (wish.kind === 'comment') restoreDraft(wish)
    if (wish.kind === 'comment' || (await like(wish))) done.push(wish)
  }
  return done
}

const restoreDraft = ({ photoId, text }: Wish): void =>
  store.set(draftsAtom, (drafts) => new Map(drafts).set(photoId, text))

async function like({ photoId }: Wish): Promise<boolean> {
  try {
    await unwrap(api.likes[':photoId'].like.$post({ param: { photoId } }))
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    console.warn(error)
    return false
  }
}
