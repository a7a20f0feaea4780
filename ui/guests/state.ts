import { atom } from 'jotai'
import type { Guest, Registration } from '../../src/contract/guests.ts'
import { ApiError, api, codeAndMessage, unwrap } from '../api.ts'
import { notify } from '../state/notices.ts'
import { store } from '../state/store.ts'
import { viewerAtom } from '../state/viewer.ts'
import { texts } from './texts.ts'

/** The guest of this browser, once asked for; undefined while there is none. */
export const guestAtom = atom<Guest>()

/** Whoever registered here and has a mail on its way. */
export const registrationAtom = atom<Pick<Registration, 'name' | 'email'>>()

/** Says it to the other tabs of this browser when its guest has come, changed or gone. */
const otherTabs = new BroadcastChannel('vitrine:guest')
otherTabs.onmessage = () => void readGuest()

/** After a verification, a change or a logout: asks who is there now, and tells the other tabs. */
export async function refreshGuest(): Promise<void> {
  await readGuest()
  otherTabs.postMessage('changed')
}

/** The question who the guest is, while it is unanswered. */
const loadingAtom = atom<Promise<Guest | undefined> | undefined>(undefined)

/**
 * The guest, asked for once. Undefined, and said, where the call failed; undefined in silence where
 * the sign-in has ended, which the viewer's state then says too.
 */
export async function loadGuest(): Promise<Guest | undefined> {
  const present = store.get(guestAtom)
  if (present) return present
  if (!store.get(viewerAtom).isGuest) return undefined
  const asked = store.get(loadingAtom)
  if (asked) return asked
  const asking = fetchGuest().finally(() => store.set(loadingAtom, undefined))
  store.set(loadingAtom, asking)
  return asking
}

async function fetchGuest(): Promise<Guest | undefined> {
  try {
    const guest = await unwrap(api.guest.$get())
    store.set(guestAtom, guest)
    return guest
  } catch (error) {
    if (!heedSignedOut(error)) sayLoadFailed(error)
    return undefined
  }
}

/** Shows a guest as they are from now on; names that were read before are read again. */
function setGuest(guest: Guest | undefined): void {
  store.set(guestAtom, guest)
  if (guest) store.set(registrationAtom, undefined)
  store.set(viewerAtom, (viewer) => ({ ...viewer, isGuest: guest !== undefined }))
}

/** Whether a call was refused because the guest's sign-in has ended; the screens then show that. */
export function heedSignedOut(error: unknown): boolean {
  const { isOwner, isGuest } = store.get(viewerAtom)
  const isEnded = error instanceof ApiError && error.refusal?.code === 401 && isGuest && !isOwner
  if (isEnded) setGuest(undefined)
  return isEnded
}

async function readGuest(): Promise<void> {
  try {
    // Whether this browser keeps the cookie is what only the next call can tell.
    const { authenticated } = await unwrap(api.guest.is.$get())
    setGuest(authenticated ? await unwrap(api.guest.$get()) : undefined)
  } catch (error) {
    sayLoadFailed(error)
  }
}

function sayLoadFailed(error: unknown): void {
  notify(texts.loadFailed(codeAndMessage(error)))
}
