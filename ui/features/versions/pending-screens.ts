import { atom } from 'jotai'
import type { PendingUpload } from '../../../src/contract/photos/versions.ts'

/** The account's screens that list waiting files: by how they arrived. */
export type PendingScreen = 'local' | 'drive' | 'sources'

export const pendingScreens: readonly PendingScreen[] = ['local', 'drive', 'sources']

/** Whether the owner is on the way to such a screen in order to decide. */
export const isReviewRequestedAtom = atom(false)

export function isShownOn(screen: PendingScreen, { source, sourceId }: PendingUpload): boolean {
  if (sourceId !== null) return screen === 'sources'
  return screen === (source === 'drive' ? 'drive' : 'local')
}
