import type { MediaPlaces } from '../media-places.ts'
import type { MediaPlace } from '../store.ts'
import type { Amount, MoveProgress, Mover, Pass } from './mover.ts'

/** Some files cannot be moved as they are. `faults` are sentences for the owner. */
export class MoveFaults extends Error {
  override readonly name = 'MoveFaults'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`${faults.length} files could not be moved`)
    this.faults = faults
  }
}

/** What the last part of a move copied, and for how long nothing could be added. */
export type Switched = { readonly copied: Amount; readonly pausedMs: number }

/**
 * Copies missing files while the gallery runs, then blocks writes, copies the rest and switches
 * over. If it throws, nothing has changed.
 */
export async function finishMove(
  { mover, media, to }: { mover: Mover; media: Pick<MediaPlaces, 'switchTo'>; to: MediaPlace },
  onProgress: (progress: MoveProgress) => void,
): Promise<Switched> {
  const total = (await mover.survey()).lacking
  const first = whole(await mover.pass({ total, isLast: true, onProgress }))
  let last: Amount = { files: 0, bytes: 0 }
  const begun = performance.now()
  await media.switchTo(to, async () => {
    last = whole(await mover.pass({ isLast: true })).copied
  })
  const pausedMs = performance.now() - begun
  return {
    copied: { files: first.copied.files + last.files, bytes: first.copied.bytes + last.bytes },
    pausedMs,
  }
}

function whole(pass: Pass): Pass {
  if (pass.faults.length > 0) throw new MoveFaults(pass.faults)
  return pass
}
