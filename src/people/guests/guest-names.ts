import { AppError } from '../../core/errors.ts'
import type { Owner } from '../owner/owner.ts'
import { freeName, isReserved, keyOf, neutralName } from './names.ts'
import type { GuestRow, GuestStore } from './store.ts'

export type GuestNames = ReturnType<typeof createGuestNames>

/** Which names guests can have. Writes belong inside Store.write. */
export function createGuestNames({
  guests,
  owner,
}: {
  guests: GuestStore
  /** No guest may be mistaken for the owner. */
  owner: Pick<Owner, 'siteName'>
}) {
  /** A guest keeps a name even if the owner takes it later; the owner's is marked. */
  const isHeldBy = (guest: GuestRow, name: string) => guest.name_key === keyOf(name)
  const isFreeFor = (guest: GuestRow, name: string) =>
    isHeldBy(guest, name) || !(guests.byNameKey(keyOf(name)) || isReserved(name, owner.siteName()))

  return {
    /** @throws AppError 409 if the name is taken or looks like the owner's. */
    requireFree: (guest: GuestRow, name: string): void => {
      if (isFreeFor(guest, name)) return
      throw new AppError(409, refusalOf(name, owner.siteName()), { field: 'name' })
    },
    /** The name or a similar one. A reserved one is not numbered, because 'Ann 2' could be Ann. */
    nameFor: (guest: GuestRow, name: string): string => {
      const isRefused = !isHeldBy(guest, name) && isReserved(name, owner.siteName())
      return freeName(isRefused ? neutralName(owner.siteName()) : name, (candidate) =>
        isFreeFor(guest, candidate),
      )
    },
    /** Also changes earlier links, so that none of them restores the old name. */
    rename: (guest: GuestRow, name: string, until: number): void => {
      guests.setName(guest.row_id, name, keyOf(name))
      guests.renameInLinks(guest.row_id, name, until)
    },
  }
}

const refusalOf = (name: string, siteName: string) =>
  isReserved(name, siteName)
    ? 'this name is too similar to the owner’s; choose another one'
    : 'this name is already taken; choose another one'
