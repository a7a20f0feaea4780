import { handle } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import type { GalleryStatus } from './status.ts'

export function statusHandlers({ status }: { status: GalleryStatus }) {
  return {
    get: handle(takesTurns, async (c) => c.json({ data: await status.get() })),
  }
}
