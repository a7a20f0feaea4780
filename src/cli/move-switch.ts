import type { Config } from '../core/config/config.ts'
import type { Reader } from '../core/database/open-read-only.ts'
import { placeOf } from '../storage/move/open-move.ts'
import { askServer, eventsOf } from './control-client.ts'
import type { moveProgressOn } from './move-progress.ts'
import { finishHere, type MoveEvent, type MoveRequest } from './move-request.ts'
import { closeFolder, openFolder, renewEpoch } from './open-folder.ts'

type End = Exclude<MoveEvent, { kind: 'copied' }>

type Parts = {
  readonly reader: Reader
  readonly progress: ReturnType<typeof moveProgressOn>
  readonly signal: AbortSignal
}

const retryMs = 500
/** How long a server that stopped has to restart before the command locks the folder, in ms. */
const restartMs = 20_000

/** @throws Error with one line if the running server could not finish the move. */
export async function askWhetherPossible(data: string, request: MoveRequest): Promise<void> {
  const response = await askServer(data, 'media-move', { ...request, isTrial: true })
  if (response) await requireConsent(response)
}

/**
 * Lets the running server finish the move, or finishes it here if there is none. Waits for a
 * program that uses the folder and cannot finish it, such as an import.
 */
export async function switchOver(
  config: Config,
  request: MoveRequest,
  { reader, progress, signal }: Parts,
): Promise<End> {
  let lostAt: number | undefined
  let isAnnounced = false
  for (;;) {
    signal.throwIfAborted()
    const response = await askServer(config.data, 'media-move', request, signal)
    if (response) {
      const end = await finishOnServer(response, request, { reader, progress })
      if (end) return end
      signal.throwIfAborted()
      lostAt = performance.now()
      progress.line('Lost the connection to the server. Waiting for it to come back.')
    } else if (lostAt === undefined || performance.now() - lostAt > restartMs) {
      const end = await finishAlone(config, request, { progress, signal })
      if (end) return end
      if (!isAnnounced) {
        progress.line(`Waiting for the program that is using ${config.data}.`)
      }
      isAnnounced = true
    }
    await Bun.sleep(retryMs)
  }
}

/** @returns undefined if the connection was lost before the move had ended. */
async function finishOnServer(
  response: Response,
  { to }: MoveRequest,
  { reader, progress }: Omit<Parts, 'signal'>,
): Promise<End | undefined> {
  await requireConsent(response)
  const end = await follow(eventsOf<MoveEvent>(response.body!), progress)
  if (end) return end
  // It may have ended just after it had switched.
  if (placeOf(reader).place !== to) return undefined
  return { kind: 'switched', copied: { files: 0, bytes: 0 }, pausedMs: 0 }
}

/** @returns undefined if another program has the folder. */
async function finishAlone(
  config: Config,
  { to }: MoveRequest,
  { progress, signal }: Omit<Parts, 'reader'>,
): Promise<End | undefined> {
  const folder = await openFolder(config)
  if (!folder) return undefined
  try {
    await renewEpoch(folder)
    return await follow(finishHere(to, folder, signal), progress)
  } finally {
    await closeFolder(folder)
  }
}

/** @returns undefined if the events end before the move does. */
async function follow(
  events: AsyncGenerator<MoveEvent>,
  progress: Parts['progress'],
): Promise<End | undefined> {
  for await (const event of events) {
    if (event.kind !== 'copied') return event
    progress.show(event)
  }
  return undefined
}

async function requireConsent(response: Response): Promise<void> {
  if (response.ok) return
  if (response.status === 409) throw new Error(await response.text())
  throw new Error(
    'The running server cannot finish a move; it may be a different version of Vitrine. Restart it with this version, then run the command again.',
  )
}
