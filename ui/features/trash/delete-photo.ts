import type { Photo } from '../../../src/contract/photos/photos.ts'
import { markBeingDeleted } from '../../catalogue/list/store.ts'
import { changePhotostreamTotal } from '../../catalogue/photostream-total.ts'
import { api, codeAndMessage, errorText, unwrap } from '../../kit/api.ts'
import { notify } from '../../kit/state/notices.ts'
import { deleteForGood, restorePhotos } from './restore.ts'
import { texts } from './texts.ts'

const words = texts.dialog
const undoMs = 8000

type Deletion = {
  /** Past the trash, which cannot be undone. */
  readonly isForGood: boolean
  /** Shows the photo where it was, after it was restored. */
  readonly showAgain: () => void
}

/** Moves the photo to the trash. @returns why that failed, in the specified text */
export async function deletePhoto(
  { id, isPublic }: Photo,
  { isForGood, showAgain }: Deletion,
): Promise<string | undefined> {
  markBeingDeleted(id, true)
  try {
    await unwrap(api.photos[':id'].$delete({ param: { id }, json: { removeFiles: true } }))
  } catch (error) {
    markBeingDeleted(id, false)
    return codeAndMessage(error)
  }
  if (isPublic) changePhotostreamTotal(-1)
  if (isForGood)
    await deleteForGood([id]).catch((error) => notify(errorText(error, words.onlyTrashed)))
  else offerUndo(id, showAgain)
  return undefined
}

function offerUndo(id: string, showAgain: () => void): void {
  const undo = async () => {
    try {
      if ((await restorePhotos([id])) === 0) notify(texts.gone)
      else showAgain()
    } catch (error) {
      notify(errorText(error, texts.restoreFailed))
    }
  }
  notify(words.moved, {
    durationMs: undoMs,
    action: { label: words.undo, run: () => void undo() },
  })
}
