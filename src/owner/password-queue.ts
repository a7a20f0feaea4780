import { AppError } from '../contract/app-error.ts'

/** Passwords that may wait, a tenth of a second each; the owner's known browsers have their own. */
const places = 40
const knownPlaces = 10

/** Who has a password checked. */
export type Asker = {
  readonly network: string
  /** A browser that the owner has signed in with before. */
  readonly knownBrowser?: string | undefined
}

type Turn = PromiseWithResolvers<void>

/**
 * Hashes one password at a time, since each takes a whole core for a moment: known browsers first,
 * then the networks in turn. When every place is taken, the network with the most gives one up to
 * a network with fewer.
 */
export function createPasswordQueue() {
  const known: Turn[] = []
  /** By network; none is empty, and the first is next. */
  const lanes = new Map<string, Turn[]>()
  let isBusy = false

  const enter = ({ network, knownBrowser }: Asker, turn: Turn) => {
    if (knownBrowser !== undefined) {
      if (known.length >= knownPlaces) throw tooBusy()
      known.push(turn)
      return
    }
    const lane = lanes.get(network) ?? []
    if (waitingIn(lanes) >= places) makeRoomFor(lane)
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
    // The network's other tries come after everyone else's.
    lanes.delete(network)
    if (lane.length > 0) lanes.set(network, lane)
    return turn
  }

  /** @throws AppError 503 with Retry-After when too many wait. */
  return async <T>(asker: Asker, work: () => Promise<T>): Promise<T> => {
    if (isBusy) {
      const turn = Promise.withResolvers<void>()
      enter(asker, turn)
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
  new AppError(503, 'too many people are signing in; try again in a few seconds', undefined, {
    'Retry-After': '5',
  })
