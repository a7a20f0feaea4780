import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { AppError } from '../contract/app-error.ts'
import type { Setup, User, UserChange } from '../contract/owner.ts'
import type { Viewer } from '../contract/viewer.ts'
import { defaultSiteName, errorTexts } from '../contract/vocabulary.ts'
import type { Store } from '../database/open.ts'
import { hashToken, newToken } from '../database/token.ts'
import type { Photos } from '../photos/photos.ts'
import { type Asker, createPasswordQueue } from './password-queue.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { hashPassword, isPassword } from './passwords.ts'
import type { OwnerStore } from './store.ts'

/** How long a first-start link is good for, in ms. */
const setupSecretMs = 30 * 60_000

export type Owner = ReturnType<typeof createOwner>

/** The one owner: claiming a fresh site, the password, the profile. */
export function createOwner({
  store,
  owner,
  photos,
  chosenFolder,
  clock,
}: {
  store: Store
  owner: OwnerStore
  photos: Photos
  /** The drive's folder that imports come from; '' where none is chosen. */
  chosenFolder: () => { readonly driveFolderId: string; readonly driveFolderName: string }
  clock: Clock
}) {
  const inQueue = createPasswordQueue()
  let hasPassword = false
  /** A claimed site stays claimed, so the row is read no more. */
  const isClaimed = () => {
    hasPassword ||= owner.get().password_hash !== null
    return hasPassword
  }
  const isLiveSecret = (secret: string): boolean => {
    const { setup_secret_hash: hash, setup_expires_at: expiresAt } = owner.get()
    return (
      hash !== null &&
      expiresAt !== null &&
      expiresAt > clock.now() &&
      timingSafeEqual(hash, hashToken(secret))
    )
  }
  const toUser = (viewer: Viewer): User => {
    const { name, bio, pic, pic_photo } = owner.get()
    return {
      name,
      bio,
      pic: photos.pictureAddress({ pic, photo: pic_photo }, viewer),
      ...(viewer.isOwner && chosenFolder()),
    }
  }

  return {
    isClaimed,
    /**
     * A fresh secret for the first-start link, which voids the one before; undefined when the site
     * is claimed, or when `unlessLive` and the last one is still good.
     */
    freshSetupSecret: async ({ unlessLive }: { unlessLive: boolean }) => {
      const { setup_expires_at: expiresAt } = owner.get()
      const isLive = expiresAt !== null && expiresAt > clock.now()
      if (isClaimed() || (unlessLive && isLive)) return undefined
      const secret = newToken()
      await store.note(() => owner.setSetupSecret(hashToken(secret), clock.now() + setupSecretMs))
      return secret
    },
    /** @throws AppError 403 for a secret that is wrong, used or expired, 400 for a weak password. */
    claim: async ({ secret, password, name, bio }: Setup, asker: Asker): Promise<void> => {
      const refusal = () =>
        new AppError(
          403,
          'this setup link is no longer valid; open the site to print a new one in the console',
        )
      if (isClaimed() || !isLiveSecret(secret)) throw refusal()
      await refuseWeakPassword(password, [name, defaultSiteName])
      const hash = await inQueue(asker, () => hashPassword(password))
      await store.write(() => {
        if (isClaimed() || !isLiveSecret(secret)) throw refusal()
        owner.setPassword(hash)
        owner.setProfile({ name, bio, pic: '', picPhoto: null })
      })
    },
    /** @throws AppError 401 for a wrong password, 503 when too many are being checked. */
    checkPassword: async (password: string, asker: Asker): Promise<void> => {
      // Looked up when its turn comes: the password may have changed by then.
      if (!(await inQueue(asker, () => isPassword(password, owner.get().password_hash)))) {
        throw new AppError(401, errorTexts.incorrectPassword, { field: 'password' })
      }
    },
    hasPassword: (password: string) => isPassword(password, owner.get().password_hash),
    /**
     * A new password signs the owner out on every browser; guests stay signed in.
     * @throws AppError 400 for a weak one.
     */
    setPassword: async (password: string): Promise<void> => {
      await refuseWeakPassword(password, [owner.get().name, defaultSiteName])
      const hash = await hashPassword(password)
      await store.write(() => {
        owner.setPassword(hash)
        owner.removeSessions('owner')
      })
    },
    user: toUser,
    /** @throws AppError 400 for a picture that is neither a photo here nor an https address. */
    change: (change: UserChange, viewer: Viewer): Promise<User> =>
      store.write(() => {
        const present = owner.get()
        const picture =
          change.pic === undefined
            ? { pic: present.pic, photo: present.pic_photo }
            : photos.pictureReference(change.pic, 'pic')
        owner.setProfile({
          name: change.name ?? present.name,
          bio: change.bio ?? present.bio,
          pic: picture.pic,
          picPhoto: picture.photo,
        })
        return toUser(viewer)
      }),
  }
}
