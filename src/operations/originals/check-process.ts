import type { Config } from '../../core/config/config.ts'
import { startOwnProcess } from '../safety/own-process.ts'
import { type OriginalsMessage, type OriginalsOrders, originalsVariable } from './messages.ts'

export type CheckProcess = {
  /**
   * Resolves when it has ended and every message was handled, with why it ended early if it did.
   * @throws the error of a message's handler.
   */
  readonly done: Promise<string | undefined>
  readonly kill: () => void
}

/** Reads or fetches originals in a process of its own; one that is silent for too long is ended. */
export function startCheckProcess({
  program,
  config,
  orders,
  silenceMs,
  onMessage,
}: {
  readonly program: readonly string[]
  readonly config: Config
  readonly orders: OriginalsOrders
  readonly silenceMs: number
  /** One message at a time; if it fails, the process is ended. */
  readonly onMessage: (message: Exclude<OriginalsMessage, { kind: 'end' }>) => Promise<void>
}): CheckProcess {
  let handled: Promise<void> = Promise.resolve()
  let isFailed = false
  let isComplete = false
  const { exited, kill } = startOwnProcess<OriginalsMessage>({
    program,
    command: ['check'],
    config,
    orders: { [originalsVariable]: JSON.stringify(orders) },
    onMessage: (message) => {
      timer.refresh()
      if (message.kind === 'end') {
        isComplete = true
        return
      }
      handled = handled.then(async () => {
        if (!isFailed) await onMessage(message)
      })
      handled.catch(() => {
        isFailed = true
        kill()
      })
    },
  })
  const { promise: silent, resolve: giveUp } = Promise.withResolvers<string>()
  // A process that waits for a disk cannot even be killed.
  const timer = setTimeout(() => {
    kill()
    giveUp('it did not answer for too long')
  }, silenceMs).unref()
  const finish = async () => {
    const how = await Promise.race([exited, silent])
    clearTimeout(timer)
    await handled
    return isComplete ? undefined : how
  }
  return { done: finish(), kill }
}
