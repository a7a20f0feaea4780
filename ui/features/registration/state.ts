import { atom } from 'jotai'
import type { Guest, Registration } from '../../../src/contract/people/guests.ts'
import { ApiError, api, codeAndMessage, unwrap } from '../../kit/api.ts'
import { notify } from '../../kit/state/notices.ts'
import { store } from '../../kit/state/store.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { texts } from './texts.ts'

/** The guest signed in on this browser, once loaded. */
export const guestAtom = atom<Guest>()

/** A registration in this browser that has not been verified yet. */
export const registrationAtom = atom<Pick<Registration, 'name' | 'email'>>()

/** Tells other tabs that the guest has changed. */
const otherTabs = new BroadcastChannel('vitrine:guest')
otherTabs.onmessage = () => void readGuest()

/** Reloads the guest after a verification, a change or a logout, in all tabs. */
export async function refreshGuest(): Promise<void> {
  await readGuest()
  otherTabs.postMessage('changed')
}

const loadingAtom = atom<Promise<Guest | undefined> | undefined>(undefined)

/**
 * The guest, loaded once. Undefined if the request failed, which a notice reports, or if the sign-in
 * has ended.
 */
export async function loadGuest(): Promise<Guest | undefined> {
  const known = store.get(guestAtom)
  if (known) return known
  if (!store.get(viewerAtom).isGuest) return undefined
  const pending = store.get(loadingAtom)
  if (pending) return pending
  const request = fetchGuest().finally(() => store.set(loadingAtom, undefined))
  store.set(loadingAtom, request)
  return request
}

async function fetchGuest(): Promise<Guest | undefined> {
  try {
    const guest = await unwrap(api.guest.$get())
    store.set(guestAtom, guest)
    return guest
  } catch (error) {
    if (!handleSignedOut(error)) notifyLoadFailed(error)
    return undefined
  }
}

function setGuest(guest: Guest | undefined): void {
  store.set(guestAtom, guest)
  if (guest) store.set(registrationAtom, undefined)
  store.set(viewerAtom, (viewer) => ({ ...viewer, isGuest: guest !== undefined }))
}

/** Updates the state if the guest's sign-in has ended. @returns whether that was the error. */
export function handleSignedOut(error: unknown): boolean {
  const { isOwner, isGuest } = store.get(viewerAtom)
  const isEnded = error instanceof ApiError && error.refusal?.code === 401 && isGuest && !isOwner
  if (isEnded) setGuest(undefined)
  return isEnded
}

async function readGuest(): Promise<void> {
  try {
    // Only another request shows whether this browser kept the cookie.
    const { authenticated } = await unwrap(api.guest.is.$get())
    setGuest(authenticated ? await unwrap(api.guest.$get()) : undefined)
  } catch (error) {
    notifyLoadFailed(error)
  }
}

function notifyLoadFailed(error: unknown): void {
  notify(texts.loadFailed(codeAndMessage(error)))
}
