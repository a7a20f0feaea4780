import * as z from 'zod'
import { schema } from '../contract/schema.ts'
import { isDiskFull } from '../core/database/disk-full.ts'
import type { Services } from '../services.ts'
import { BucketError } from '../storage/bucket-error.ts'
import { finishMove, MoveFaults, type Switched } from '../storage/move/finish-move.ts'
import type { MoveProgress } from '../storage/move/mover.ts'
import { moveWithin } from '../storage/move/open-move.ts'
import { bucketName, bucketOf } from './media-bucket.ts'

/** From `vitrine media move`; a trial only asks whether the server could do it. */
export const MoveRequest = schema(() =>
  z.object({
    to: z.enum(['bucket', 'folder']),
    bucket: z.string().max(2000),
    isTrial: z.boolean(),
  }),
)
export type MoveRequest = z.infer<ReturnType<typeof MoveRequest>>

export type MoveEvent =
  | ({ readonly kind: 'copied' } & MoveProgress)
  | ({ readonly kind: 'switched' } & Switched)
  /** Nothing has changed. */
  | { readonly kind: 'failed'; readonly reason: string; readonly faults: readonly string[] }

/**
 * How long to wait for a bucket that cannot be reached, in ms. It is short, as uploads wait too.
 */
const giveUpMs = 20_000

/** Why this server cannot do it, in one line; undefined if it can. */
export function refusalToMove({ to, bucket }: MoveRequest, services: Services): string | undefined {
  const own = bucketName(services.config)
  if (own === undefined) {
    return `The running server has no bucket. Restart it with the same --media settings as this command (${bucket}), then run the command again; the gallery stays where it is until then.`
  }
  if (own !== bucket) {
    return `The running server uses another bucket (${own}) than this command (${bucket}). Restart it with the same --media settings, then run the command again.`
  }
  return services.media.kind === to ? 'The running server uses that place already.' : undefined
}

/** Copies the files that are still missing and switches to the other place. */
export async function* finishHere(
  to: MoveRequest['to'],
  services: Services,
  signal: AbortSignal,
): AsyncGenerator<MoveEvent> {
  const { store, library, media, config } = services
  const events: MoveEvent[] = []
  let wake = Promise.withResolvers<void>()
  const send = (event: MoveEvent) => {
    events.push(event)
    wake.resolve()
  }
  const bucket = bucketOf(config)!
  const parts = { reader: store, library, bucket, to, giveUpMs, signal, onWaiting: () => undefined }
  let isOver = false
  const finishing = finishMove({ mover: moveWithin(parts), media, to }, (progress) => {
    const { done, total } = progress
    send({ kind: 'copied', done: { ...done }, total })
  })
    .then(
      (switched) => send({ kind: 'switched', ...switched }),
      (error: unknown) => send(failed(error)),
    )
    .finally(() => {
      isOver = true
      wake.resolve()
    })
  while (!isOver || events.length > 0) {
    await wake.promise
    wake = Promise.withResolvers<void>()
    yield* events.splice(0)
  }
  await finishing
}

function failed(error: unknown): MoveEvent {
  const faults = error instanceof MoveFaults ? error.faults : []
  return { kind: 'failed', reason: reasonOf(error), faults }
}

/** One line for the owner. */
export function reasonOf(error: unknown): string {
  if (isDiskFull(error)) {
    return 'The disk holding the data folder is full. Free some space, then run the command again: it continues where it stopped.'
  }
  if (error instanceof BucketError && ['unavailable', 'full'].includes(error.kind)) {
    return `${error.message} Once that has been fixed, run the command again: it continues where it stopped.`
  }
  return error instanceof Error ? error.message : String(error)
}
