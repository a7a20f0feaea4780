import { atom } from 'jotai'
import type { Guest, Registration } from '../../src/contract/guests.ts'
import { ApiError, api, codeAndMessage, unwrap } from '../api.ts'
import { notify } from '../state/notices.ts'
import { store } from '../state/store.ts'
import { viewerAtom } from '../state/viewer.ts'
import { texts } from './texts.ts'

/** The guest of this browser, once loaded; undefined if there is none. */
export const guestAtom = atom<Guest>()

/** A registration in this browser that has not been verified yet. */
export const registrationAtom = atom<Pick<Registration, 'name' | 'email'>>()

/** Tells the other tabs of this browser that the guest has changed. */
const otherTabs = new BroadcastChannel('vitrine:guest')
otherTabs.onmessage = () => void readGuest()

/** Reloads the guest after a verification, a change or a logout, in all tabs. */
export async function refreshGuest(): Promise<void> {
  await readGuest()
  otherTabs.postMessage('changed')
}

/** The pending request for the guest. */
const loadingAtom = atom<Promise<Guest | undefined> | undefined>(undefined)

/**
 * The guest, loaded once. Undefined with a notice if the request failed, and without one if the
 * sign-in has ended, which the viewer's state then shows too.
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

/** Sets the guest for all screens. */
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
    // Only the next request can tell whether this browser keeps the cookie.
    const { authenticated } = await unwrap(api.guest.is.$get())
    setGuest(authenticated ? await unwrap(api.guest.$get()) : undefined)
  } catch (error) {
    sayLoadFailed(error)
  }
}

function sayLoadFailed(error: unknown): void {
  notify(texts.loadFailed(codeAndMessage(error)))
}
