import { createClientQueue } from './client-queue.ts'

/**
 * Requests within this time of one round of the event loop do not wait, in ms. It is short enough
 * for others not to notice, and lets requests that a client sends without waiting for the answers
 * (HTTP pipelining) be answered in one go: Bun closes a connection on which the next request arrives
 * before the last has been answered.
 */
const roundMs = 8
const maxAttempts = 3

export type Turns = ReturnType<typeof createTurns>

/**
 * Lets requests whose responses are not cached take turns on the event loop, so that many requests of
 * one client do not delay another one. A round works on them for a few milliseconds, the clients in
 * turn, and between two rounds other events are served. Long work pauses to let others go first.
 * @param afterOthers runs a callback after what has already happened
 * @param allowedMs how long requests of one round need not wait, in ms
 */
export function createTurns(
  afterOthers: (step: () => void) => void = setImmediate,
  allowedMs = roundMs,
) {
  const clients = createClientQueue()
  const paused: (() => void)[] = []
  /**
   * Streams that wait between two parts. There can be very many, and others need not wait for all.
   */
  const streams: (() => void)[] = []
  const queues = [() => paused.shift(), clients.next, () => streams.shift()]
  const rounds = createRounds({ queues, afterOthers, allowedMs })

  /** Resolves in a later round, in turn with the others of this queue. */
  const waitIn = (queue: (() => void)[]): Promise<void> =>
    new Promise((resolve) => {
      queue.push(resolve)
      rounds.take()
    })

  return {
    /**
     * Does the work when it is the client's turn, at once if nobody waits.
     * `signalOf` is asked if it has to wait: a client that disconnects leaves the queue.
     * @throws AppError 429 with Retry-After if too many of the client wait, 503 if too many of all.
     */
    run: async <T>(
      client: string,
      work: (hasWaited: boolean) => Promise<T>,
      signalOf?: () => AbortSignal | undefined,
    ): Promise<T> => {
      const mustWait = rounds.isOver() || clients.waiting() > 0 || clients.isBusy(client)
      if (mustWait) {
        const turn = clients.wait(client, signalOf?.())
        rounds.take()
        await turn
      } else {
        clients.enter(client)
        rounds.take()
      }
      try {
        return await work(mustWait)
      } finally {
        clients.leave(client)
        if (clients.waiting() > 0) rounds.take()
      }
    },
    /**
     * Between two parts of long work: resolves when others have had their turns, or at once if
     * no request is waiting and the round is not over.
     */
    pause: (): Promise<void> => {
      if (clients.waiting() > 0 || paused.length > 0 || rounds.isOver()) return waitIn(paused)
      rounds.take()
      return Promise.resolve()
    },
    /** Between two parts of a stream, however short the last one was. */
    letOthersGo: (): Promise<void> => waitIn(streams),
    counts: () => ({
      waiting: clients.waiting(),
      paused: paused.length + streams.length,
      active: clients.active(),
    }),
  }
}

/** Takes the next entry out of a queue; undefined if there is none that can begin. */
type Queue = () => (() => void) | undefined

/** Rounds of the event loop: each begins with one entry of the queues, which take turns. */
function createRounds({
  queues,
  afterOthers,
  allowedMs,
}: {
  queues: readonly Queue[]
  afterOthers: (step: () => void) => void
  allowedMs: number
}) {
  /** When something had the first turn of this round; undefined once others have had theirs. */
  let began: number | undefined
  let number = 0

  /** Asks the queues in turn; if one is empty, the next one. */
  const nextInTurn = (): (() => void) | undefined => {
    number++
    for (let tried = 0; tried < queues.length; tried++) {
      const next = queues[(number + tried) % queues.length]!()
      if (next) return next
    }
    return undefined
  }

  const step = () => {
    began = undefined
    const go = nextInTurn()
    if (!go) return
    take()
    go()
  }

  const take = (): void => {
    if (began !== undefined) return
    began = performance.now()
    afterOthers(step)
  }

  return {
    /** Takes a turn: the first one of a round has the next round follow. */
    take,
    /** Whether those that come now have to wait for a later round. */
    isOver: (): boolean => began !== undefined && performance.now() - began >= allowedMs,
  }
}

/** The turns of this process, which has one event loop. */
const turns = createTurns()

/** Works on a request when it is the client's turn, see `Turns.run`. */
export const inTurn: Turns['run'] = turns.run

/** Lets others have their turns between two parts of long work, unless it has only begun. */
export const pause: Turns['pause'] = turns.pause

/** Lets others have their turns, however short the work was: it may be one of many alike. */
export const letOthersGo: Turns['letOthersGo'] = turns.letOthersGo

/**
 * Does long work on one version of the data, which may pause between its parts. If something was
 * written meanwhile, it begins again, at last without pauses, so that all parts see one version.
 */
export async function ofOneVersion<T>(
  version: () => number,
  work: (rest: () => Promise<void>) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const before = version()
    const done = await work(pause)
    if (version() === before) return done
  }
  return work(() => Promise.resolve())
}
