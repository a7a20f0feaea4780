import type { PendingUpload } from '../../src/contract/versions.ts'

/** The account's screens that list waiting files: by how they arrived. */
export type WaitingScreen = 'local' | 'drive'

export const waitingScreens: readonly WaitingScreen[] = ['local', 'drive']

export const isShownOn = (screen: WaitingScreen, { source }: PendingUpload): boolean =>
  (source === 'drive') === (screen === 'drive')
