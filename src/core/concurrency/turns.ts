import { AppError } from '../errors.ts'

/** How many of one client's requests are worked on at a time; the others wait. */
const atOnce = 2
/**
 * Requests within this time of one round of the event loop do not wait, in ms. It is short enough
 * for others not to notice, and lets requests that a client sends without waiting for the answers
 * (HTTP pipelining) be answered in one go: Bun closes a connection on which the next request arrives
 * before the last has been answered.
 */
const roundMs = 8
const maxWaitingOfClient = 200
const maxWaiting = 1000
const maxAttempts = 3

type Waiting = { readonly begin: () => void; readonly refuse: (error: AppError) => void }

export type Turns = ReturnType<typeof createTurns>

/**
 * Lets requests whose answer is not kept take turns on the event loop, so that the many of one client
 * do not keep another waiting: a few milliseconds of them at a time, the clients in turn, and between
 * two rounds whatever else has happened is served. Long work pauses, which lets others go first.
 * @param afterOthers runs a callback after what has already happened
 * @param allowedMs how long requests of one round need not wait, in ms
 */
export function createTurns(
  afterOthers: (step: () => void) => void = setImmediate,
  allowedMs = roundMs,
) {
  /** By client; none is empty, and the first is next. */
  const lanes = new Map<string, Waiting[]>()
  /** How many requests of a client are being worked on. */
  const active = new Map<string, number>()
  const paused: (() => void)[] = []
  /** Between their parts: of these there can be very many, which others need not wait for. */
  const streams: (() => void)[] = []
  let waiting = 0
  /** When something had the first turn of this round; undefined once others have had theirs. */
  let roundBegan: number | undefined
  let round = 0

  const isBusy = (client: string) => (active.get(client) ?? 0) >= atOnce
  const isRoundOver = () => roundBegan !== undefined && performance.now() - roundBegan >= allowedMs

  const nextWaiting = (): (() => void) | undefined => {
    for (const [client, lane] of lanes) {
      if (isBusy(client)) continue
      const { begin } = lane.shift()!
      waiting--
      // The client's other requests come after everyone else's.
      lanes.delete(client)
      if (lane.length > 0) lanes.set(client, lane)
      return begin
    }
    return undefined
  }
  const queues = [() => paused.shift(), nextWaiting, () => streams.shift()]
  /** From the queues in turn; from the next one if it is empty. */
  const nextInTurn = (): (() => void) | undefined => {
    round++
    for (let tried = 0; tried < queues.length; tried++) {
      const next = queues[(round + tried) % queues.length]!()
      if (next) return next
    }
    return undefined
  }
  const step = () => {
    roundBegan = undefined
    const go = nextInTurn()
    if (!go) return
    take()
    go()
  }
  const take = () => {
    if (roundBegan !== undefined) return
    roundBegan = performance.now()
    afterOthers(step)
  }

  const leave = (client: string) => {
    const left = (active.get(client) ?? 1) - 1
    if (left > 0) active.set(client, left)
    else active.delete(client)
    if (waiting > 0) take()
  }

  /** The client with the most waiting gives up a place to one with fewer. */
  const makeRoomFor = (length: number) => {
    const longest = [...lanes.values()].reduce((a, b) => (b.length > a.length ? b : a))
    if (longest.length <= length + 1) throw tooBusy(503)
    waiting--
    longest.pop()!.refuse(tooBusy(503))
  }

  const wait = (client: string, signal?: AbortSignal): Promise<void> => {
    const lane = lanes.get(client) ?? []
    if (lane.length >= maxWaitingOfClient) throw tooBusy(429)
    if (waiting >= maxWaiting) makeRoomFor(lane.length)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const goAway = () => {
      const at = lane.indexOf(entry)
      if (at < 0) return
      lane.splice(at, 1)
      waiting--
      if (lane.length === 0) lanes.delete(client)
      reject(new AppError(503, 'the client has disconnected'))
    }
    const entry: Waiting = {
      begin: () => {
        signal?.removeEventListener('abort', goAway)
        enter(client)
        resolve()
      },
      refuse: reject,
    }
    signal?.addEventListener('abort', goAway, { once: true })
    lane.push(entry)
    lanes.set(client, lane)
    waiting++
    take()
    return promise
  }
  /** Resolves in a later round, in turn with the others of this queue. */
  const waitIn = (queue: (() => void)[]): Promise<void> =>
    new Promise((resolve) => {
      queue.push(resolve)
      take()
    })
  const enter = (client: string) => {
    active.set(client, (active.get(client) ?? 0) + 1)
  }

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
      const mustWait = isRoundOver() || waiting > 0 || isBusy(client)
      if (mustWait) {
        await wait(client, signalOf?.())
      } else {
        enter(client)
        take()
      }
      try {
        return await work(mustWait)
      } finally {
        leave(client)
      }
    },
    /**
     * Between two parts of long work: resolves when others have had their turns, or at once if
     * no request is waiting and the round is not over.
     */
    pause: (): Promise<void> => {
      if (waiting > 0 || paused.length > 0 || isRoundOver()) return waitIn(paused)
      take()
      return Promise.resolve()
    },
    /** Between two parts of a stream, however short the last one was. */
    letOthersGo: (): Promise<void> => waitIn(streams),
    counts: () => ({ waiting, paused: paused.length + streams.length, active: active.size }),
  }
}

const tooBusy = (code: 429 | 503) =>
  new AppError(
    code,
    code === 429
      ? 'too many requests at once from your network; try again in a few seconds'
      : 'the server is busy; try again in a few seconds',
    undefined,
    { 'Retry-After': '3' },
  )

/** Those of this process, which has one event loop. */
const turns = createTurns()

/** Works on a request when it is the client's turn, see `Turns.run`. */
export const inTurn: Turns['run'] = turns.run

/** Lets others have their turns between two parts of long work, unless it has only begun. */
export const pause: Turns['pause'] = turns.pause

/** Lets others have their turns, however short the work was: it may be one of many alike. */
export const letOthersGo: Turns['letOthersGo'] = turns.letOthersGo

/**
 * Long work on data of one version: it may rest between its parts. If something was written
 * meanwhile, it begins again, at last without rests, so that its parts always belong together.
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
