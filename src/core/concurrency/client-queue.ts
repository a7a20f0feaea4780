import { AppError } from '../errors.ts'

/** How many of one client's requests are worked on at a time; the others wait. */
const atOnce = 2
const maxWaitingOfClient = 200
const maxWaiting = 1000

type Waiting = { readonly begin: () => void; readonly refuse: (error: AppError) => void }

/** The requests of all clients: those that are being worked on, and those that wait. */
export function createClientQueue() {
  /** Waiting requests by client. Empty lanes are removed; the first is served next. */
  const lanes = new Map<string, Waiting[]>()
  /** How many requests of a client are being worked on. */
  const active = new Map<string, number>()
  let waiting = 0

  const isBusy = (client: string) => (active.get(client) ?? 0) >= atOnce

  const enter = (client: string): void => {
    active.set(client, (active.get(client) ?? 0) + 1)
  }

  /** The client with the most waiting gives up a place to one with fewer. */
  const freePlaceFor = (length: number) => {
    const longest = [...lanes.values()].reduce((a, b) => (b.length > a.length ? b : a))
    if (longest.length <= length + 1) throw tooBusy(503)
    waiting--
    longest.pop()!.refuse(tooBusy(503))
  }

  const removeFrom = (lane: Waiting[], client: string, entry: Waiting): boolean => {
    const at = lane.indexOf(entry)
    if (at < 0) return false
    lane.splice(at, 1)
    waiting--
    if (lane.length === 0) lanes.delete(client)
    return true
  }

  return {
    isBusy,
    enter,
    leave: (client: string): void => {
      const left = (active.get(client) ?? 1) - 1
      if (left > 0) active.set(client, left)
      else active.delete(client)
    },
    /**
     * Resolves when the request begins.
     * @throws AppError 429 with Retry-After if too many of the client wait, 503 if too many of all.
     */
    wait: (client: string, signal?: AbortSignal): Promise<void> => {
      const lane = lanes.get(client) ?? []
      if (lane.length >= maxWaitingOfClient) throw tooBusy(429)
      if (waiting >= maxWaiting) freePlaceFor(lane.length)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const onDisconnect = () => {
        if (!removeFrom(lane, client, entry)) return
        reject(new AppError(503, 'the client has disconnected'))
      }
      const entry: Waiting = {
        begin: () => {
          signal?.removeEventListener('abort', onDisconnect)
          enter(client)
          resolve()
        },
        refuse: reject,
      }
      signal?.addEventListener('abort', onDisconnect, { once: true })
      lane.push(entry)
      lanes.set(client, lane)
      waiting++
      return promise
    },
    /** Takes out the next request of the next client that is not busy. */
    next: (): (() => void) | undefined => {
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
    },
    waiting: () => waiting,
    /** How many clients have requests that are being worked on. */
    active: () => active.size,
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
