import { lowerPriority } from '../core/process-priority.ts'
import type { ServerHint } from '../operations/safety/own-process.ts'

/** While visitors are served, the process rests this many times as long as it worked. */
const restFactor = 3
/** The longest rest before the next file, in ms: a busy gallery needs its backup too. */
const longestRestMs = 2000

/** For a command that a server started: low priority, and no longer than the server runs. */
export function workForServer<Message>() {
  lowerPriority()
  // The server records how it ends; without the server, its next start continues.
  const endWithServer = () => process.exit(1)
  process.on('disconnect', endWithServer)
  return {
    tell: (message: Message) => void process.send?.(message),
    /** Resolves when the message was handed over. */
    told: (message: Message): Promise<unknown> =>
      new Promise((resolve) => process.send?.(message, undefined, {}, resolve)),
    /** Call before each file: while the server is busy with visitors, there are rests in between. */
    giveWay: wayGiver(),
    /** Call when all is told. */
    end: () => {
      process.off('disconnect', endWithServer)
      process.disconnect?.()
    },
  }
}

/** While the server is busy with visitors, files are handled one by one, with rests in between. */
function wayGiver(): () => Promise<void> {
  let isBusy = false
  process.on('message', (hint: ServerHint) => {
    isBusy = hint.isBusy
  })
  let lastRest = performance.now()
  let turn: Promise<void> = Promise.resolve()
  const rest = async () => {
    if (isBusy) {
      await Bun.sleep(Math.min(longestRestMs, restFactor * (performance.now() - lastRest)))
    }
    lastRest = performance.now()
  }
  return () => {
    turn = turn.then(rest)
    return turn
  }
}
