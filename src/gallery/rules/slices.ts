import type { RuleRow, RuleStore } from './store.ts'

/** Photos read at once while the event loop waits. */
const sliceSize = 500

/**
 * Calls `use` with all photos after one, some at a time, with time for others in between, until it
 * returns false.
 */
export async function eachSlice(
  rows: Pick<RuleStore, 'photosAfter'>,
  after: number,
  use: (slice: RuleRow[]) => Promise<boolean> | boolean,
): Promise<void> {
  for (let last = after; ; ) {
    const slice = rows.photosAfter(last, sliceSize)
    if (slice.length === 0 || !(await use(slice))) return
    last = slice.at(-1)!.row_id
    await new Promise((resolve) => setImmediate(resolve))
  }
}
