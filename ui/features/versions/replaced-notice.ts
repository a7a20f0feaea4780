import type { PendingUpload } from '../../../src/contract/photos/versions.ts'
import { photoLabel } from '../../catalogue/photo-label.ts'
import { errorText } from '../../kit/api.ts'
import { notify } from '../../kit/state/notices.ts'
import { putBack, type Replacement } from './show-version.ts'
import { texts } from './texts.ts'

const labels = texts.replaced
/** Long enough to compare the pictures first. */
const undoMs = 12_000

/** Says which photos were replaced and whether crops were lost, and offers to undo it. */
export function noticeReplaced(
  replaced: readonly Replacement[],
  onUndone?: (replacement: Replacement) => void,
): void {
  const [first] = replaced
  if (!first) return
  const lost = replaced.filter(({ hasLostCrop }) => hasLostCrop).length
  const isOne = replaced.length === 1
  const text = isOne ? labels.one(photoLabel(first.after)) : labels.many(replaced.length)
  const crops = isOne ? labels.lostCrop : labels.lostCrops(lost)
  noticeWithUndo(lost > 0 ? `${text} ${crops}` : text, replaced, onUndone)
}

export const noticeAdded = (count: number) => notify(texts.added(count), { durationMs: undoMs })

/** Says why the rows of files vanish that were decided in another window. */
export function noticeGone(gone: readonly PendingUpload[]): void {
  const [first] = gone
  if (!first) return
  const text = gone.length === 1 ? texts.gone.one(first.fileName) : texts.gone.many(gone.length)
  notify(text, { durationMs: undoMs })
}

export function noticeWithUndo(
  text: string,
  replaced: readonly Replacement[],
  onUndone?: (replacement: Replacement) => void,
): void {
  const action = { label: texts.undo, run: () => void undo(replaced, onUndone) }
  notify(text, { durationMs: undoMs, action })
}

async function undo(
  replaced: readonly Replacement[],
  onUndone?: (replacement: Replacement) => void,
): Promise<void> {
  try {
    for (const replacement of replaced) {
      await putBack(replacement)
      onUndone?.(replacement)
    }
    notify(labels.undone(replaced.length), { durationMs: undoMs })
  } catch (error) {
    notify(errorText(error, labels.undoFailed))
  }
}
