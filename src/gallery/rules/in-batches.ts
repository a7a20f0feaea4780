import type { RuleRow, RuleStore } from './store.ts'

/** Photos read at once while the event loop waits. */
const batchSize = 500

/** Calls `use` with the photos after a row id, in batches with pauses, until it returns false. */
export async function inBatches(
  rows: Pick<RuleStore, 'photosAfter'>,
  after: number,
  use: (batch: RuleRow[]) => Promise<boolean> | boolean,
): Promise<void> {
  for (let last = after; ; ) {
    const batch = rows.photosAfter(last, batchSize)
    if (batch.length === 0 || !(await use(batch))) return
    last = batch.at(-1)!.row_id
    await new Promise((resolve) => setImmediate(resolve))
  }
}
