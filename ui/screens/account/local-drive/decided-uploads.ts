import { atom } from 'jotai'
import type { PendingUpload } from '../../../../src/contract/photos/versions.ts'
import { type Outcome, pendingAtom } from '../../../features/versions/pending.ts'
import { store } from '../../../kit/state/store.ts'
import { addUploadsToAlbums } from './add-to-albums.ts'
import { showUploaded } from './state.ts'
import { change, matchedIdsAtom, updateTotals, uploadsAtom } from './totals.ts'
import { decidedState, pendingIdOf } from './upload.ts'

/** Files in the list of uploads that still wait for the owner's decision. */
export const matchedPendingAtom = atom((get) => {
  const ids = get(matchedIdsAtom)
  return (get(pendingAtom) ?? []).filter(({ id }) => ids.has(id))
})

/** Shows what became of a file after the decision; one that was uploaded twice has two rows. */
export function noteOutcome({ id }: PendingUpload, outcome: Outcome): void {
  for (const upload of store.get(uploadsAtom)) {
    if (pendingIdOf(store.get(upload.state)) !== id) continue
    const state = decidedState(id, outcome, upload.file)
    if (state.stage === 'done') void showUploaded(upload, state)
    else change(upload, state)
  }
  updateTotals()
  void addUploadsToAlbums()
}
