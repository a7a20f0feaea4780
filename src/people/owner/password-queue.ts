import { AppError } from '../../core/errors.ts'

/** How many passwords wait, a tenth of a second each; known browsers have their own places. */
const maxWaiting = 40
const maxKnownWaiting = 10

export type Client = {
  readonly network: string
  readonly knownBrowser?: string | undefined
}

type Turn = PromiseWithResolvers<void>

export type PasswordQueue = ReturnType<typeof createPasswordQueue>

/**
 * Hashes one password at a time, because each takes a whole core: known browsers first, then the
 * networks in turn. If all places are taken, the network with the most loses one to a network with
 * fewer.
 */
export function createPasswordQueue() {
  const known: Turn[] = []
  /** Waiting requests by network. Empty lanes are removed; the first one is served next. */
  const lanes = new Map<string, Turn[]>()
  let isBusy = false

  const enter = ({ network, knownBrowser }: Client, turn: Turn) => {
    if (knownBrowser !== undefined) {
      if (known.length >= maxKnownWaiting) throw tooBusy()
      known.push(turn)
      return
    }
    const lane = lanes.get(network) ?? []
    if (waitingIn(lanes) >= maxWaiting) makeRoomFor(lane)
    lane.push(turn)
    lanes.set(network, lane)
  }
  const makeRoomFor = (lane: Turn[]) => {
    const longest = [...lanes.values()].reduce((a, b) => (b.length > a.length ? b : a))
    if (longest.length <= lane.length + 1) throw tooBusy()
    longest.pop()!.reject(tooBusy())
  }
  const leave = () => {
    const next = known.shift() ?? nextOfLanes()
    if (next) next.resolve()
    else isBusy = false
  }
  const nextOfLanes = (): Turn | undefined => {
    const [network, lane] = lanes.entries().next().value ?? []
    if (network === undefined || !lane) return undefined
    const turn = lane.shift()
    // The network's other attempts come after everyone else's.
    lanes.delete(network)
    if (lane.length > 0) lanes.set(network, lane)
    return turn
  }

  /** @throws AppError 503 with Retry-After if too many are waiting. */
  return async <T>(client: Client, work: () => Promise<T>): Promise<T> => {
    if (isBusy) {
      const turn = Promise.withResolvers<void>()
      enter(client, turn)
      await turn.promise
    }
    isBusy = true
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

const waitingIn = (lanes: Map<string, Turn[]>): number =>
  lanes.values().reduce((sum, lane) => sum + lane.length, 0)

const tooBusy = () =>
  new AppError(503, 'too many sign-in attempts; try again in a few seconds', undefined, {
    'Retry-After': '5',
  })
