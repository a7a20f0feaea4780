import { AppError } from '../contract/app-error.ts'

/** How many renditions may wait before visitors are told to retry. */
const waitingLimit = 500
/** How many photos are kept in memory at most while they are stored, besides those being rendered. */
const storingLimit = 4

/** Image processing, at most `slots` at a time; visitors go before imports. */
export type RenderQueue = {
  readonly forImport: <T>(work: () => Promise<T>) => Promise<T>
  /** `store` runs without a slot: a slow store must not keep visitors waiting. */
  readonly forNewPhoto: <Made, T>(
    render: () => Promise<Made>,
    store: (made: Made) => Promise<T>,
  ) => Promise<T>
  /** @throws AppError 503 with Retry-After if too many are waiting. */
  readonly forVisitor: <T>(work: () => Promise<T>) => Promise<T>
  /** How many are running, and how many wait. */
  readonly counts: () => Record<'running' | 'visitors' | 'imports', number>
}

export function createRenderQueue(slots: number, onPicture = () => {}): RenderQueue {
  let free = slots
  const visitors: (() => void)[] = []
  const imports: (() => void)[] = []
  let storing = 0

  const next = () => visitors.shift() ?? (storing < storingLimit ? imports.shift() : undefined)
  const fill = () => {
    while (free > 0) {
      const begin = next()
      if (!begin) return
      free--
      begin()
    }
  }
  const take = (line: (() => void)[]) =>
    new Promise<void>((resolve) => {
      line.push(resolve)
      fill()
    })
  const give = () => {
    free++
    fill()
    onPicture()
  }
  const run = async <T>(line: (() => void)[], work: () => Promise<T>): Promise<T> => {
    await take(line)
    try {
      return await work()
    } finally {
      give()
    }
  }
  return {
    forImport: (work) => run(imports, work),
    forNewPhoto: async (render, store) => {
      const made = await run(imports, async () => {
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
    forVisitor: (work) => {
      if (visitors.length >= waitingLimit) {
        throw new AppError(503, 'the server is busy; try again shortly', undefined, {
          'Retry-After': '2',
        })
      }
      return run(visitors, work)
    },
    counts: () => ({
      running: slots - free,
      visitors: visitors.length,
      imports: imports.length,
    }),
  }
}
