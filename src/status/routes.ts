import { handle } from '../http/route.ts'
import type { GalleryStatus } from './status.ts'

export function statusHandlers({ status }: { status: GalleryStatus }) {
  return {
    get: handle(async (c) => c.json({ data: await status.get() })),
  }
}
