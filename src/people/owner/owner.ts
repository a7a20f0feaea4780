import { defaultSiteName } from '../../contract/people/names.ts'
import type { User, UserChange } from '../../contract/people/owner.ts'
import { errorTexts } from '../../contract/people/passwords.ts'
import type { Viewer } from '../../contract/people/viewer.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import { type Client, createPasswordQueue } from './password-queue.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { createSetup } from './setup.ts'
import { ownerStore } from './store.ts'

/** Reads which Drive folder photos are imported from; both are '' if none is chosen. */
export type ReadChosenFolder = () => {
  readonly driveFolderId: string
  readonly driveFolderName: string
}

export type Owner = ReturnType<typeof createOwner>

/** What the site is called: the owner's name, or the default of a gallery without one. */
export const siteNameOf = ({ name }: { readonly name: string }): string => name || defaultSiteName

export function createOwner({
  store,
  photos,
  chosenFolder,
  clock,
}: {
  store: Store
  photos: Photos
  chosenFolder: ReadChosenFolder
  clock: Clock
}) {
  const owner = ownerStore(store)
  const inQueue = createPasswordQueue()
  const { isClaimed, ...setup } = createSetup({ store, owner, inQueue, clock })
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
    siteName: (): string => siteNameOf(owner.get()),
    isClaimed,
    ...setup,
    /** @throws AppError 401 for a wrong password, 409 without any, 503 if too many are waiting. */
    checkPassword: async (password: string, client: Client): Promise<void> => {
      if (!isClaimed()) {
        throw new AppError(
          409,
          'this gallery has not been set up yet; open the setup link that Vitrine printed in its console',
        )
      }
      // Read as late as possible: the password may have changed while waiting.
      if (!(await inQueue(client, () => isPassword(password, owner.get().password_hash)))) {
        throw new AppError(401, errorTexts.incorrectPassword, { field: 'password' })
      }
    },
    hasPassword: (password: string) => isPassword(password, owner.get().password_hash),
    /** Signs the owner out in every browser. @throws AppError 400 for a weak password. */
    setPassword: async (password: string): Promise<void> => {
      await refuseWeakPassword(password, [owner.get().name, defaultSiteName])
      const hash = await hashPassword(password)
      await store.write(() => {
        owner.setPassword(hash)
        owner.removeSessions('owner')
      })
    },
    user: toUser,
    /** @throws AppError 400 for a picture that is not allowed. */
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
