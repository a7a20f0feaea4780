import { AppError } from '../core/errors.ts'
import { createRenderLanes, type WaitingRender } from './render-lanes.ts'

/** How many renditions may wait before visitors are told to retry. */
const waitingLimit = 500
/**
 * How many photos are kept in memory at most while they are stored, besides those being rendered.
 */
const storingLimit = 4
/** The client of work without one, which is the owner's: only the owner edits photos. */
export const theOwner = 'owner'

/** Image processing, at most `slots` at a time; visitors, who take turns, go before imports. */
export type RenderQueue = {
  readonly forImport: <T>(work: () => Promise<T>) => Promise<T>
  /** `store` runs without a slot: a slow store must not keep visitors waiting. */
  readonly forNewPhoto: <Made, T>(
    render: () => Promise<Made>,
    store: (made: Made) => Promise<T>,
  ) => Promise<T>
  /**
   * `client` is the visitor's network. If too many are waiting, the client with the most gives up a
   * place to one with fewer.
   * @throws AppError 503 with Retry-After if there is no place.
   */
  readonly forVisitor: <T>(work: () => Promise<T>, client?: string) => Promise<T>
  /** Adds a client that waits for work of `forVisitor`, which is done at the first one's turn. */
  readonly alsoFor: (work: Promise<unknown>, client: string) => void
  /** Removes a client that disconnected: work that no other client waits for is not done. */
  readonly leave: (work: Promise<unknown>, client: string) => void
  /** How many are running, and how many wait. */
  readonly counts: () => Record<'running' | 'visitors' | 'imports', number>
}

export function createRenderQueue(slots: number, onPicture = () => {}): RenderQueue {
  let free = slots
  const visitors = createRenderLanes()
  const waitingOf = new WeakMap<Promise<unknown>, WaitingRender>()
  const imports: (() => void)[] = []
  let storing = 0

  const next = () =>
    visitors.next()?.begin ?? (storing < storingLimit ? imports.shift() : undefined)
  const fill = () => {
    while (free > 0) {
      const begin = next()
      if (!begin) return
      free--
      begin()
    }
  }
  const give = () => {
    free++
    fill()
    onPicture()
  }
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((resolve) => {
      imports.push(resolve)
      fill()
    })
    try {
      return await work()
    } finally {
      give()
    }
  }
  return {
    forImport: (work) => run(work),
    forNewPhoto: async (render, store) => {
      const made = await run(async () => {
        const rendered = await render()
        storing++
        return rendered
      })
      try {
        return await store(made)
      } finally {
        storing--
        fill()
      }
    },
    forVisitor: (work, client = theOwner) => {
      if (visitors.size() >= waitingLimit) {
        const dropped = visitors.dropFromLongest(visitors.lengthOf(client) + 1)
        if (!dropped) throw tooBusy()
        dropped.refuse()
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const waiting = { begin: resolve, refuse: () => reject(tooBusy()) }
      visitors.add(client, waiting)
      fill()
      const done = promise.then(async () => {
        try {
          return await work()
        } finally {
          give()
        }
      })
      waitingOf.set(done, waiting)
      return done
    },
    alsoFor: (work, client) => {
      const waiting = waitingOf.get(work)
      if (waiting && visitors.isWaiting(waiting)) visitors.add(client, waiting)
    },
    leave: (work, client) => {
      const waiting = waitingOf.get(work)
      if (waiting && visitors.leave(client, waiting)) waiting.refuse()
    },
    counts: () => ({
      running: slots - free,
      visitors: visitors.size(),
      imports: imports.length,
    }),
  }
}

const tooBusy = () =>
  new AppError(503, 'the server is busy; try again shortly', undefined, { 'Retry-After': '2' })
