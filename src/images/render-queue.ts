import { AppError } from '../contract/app-error.ts'

/** How many renditions may wait before visitors are told to retry. */
const waitingLimit = 500

/** Image processing, at most `slots` at a time; visitors go before imports. */
export type RenderQueue = {
  readonly forImport: <T>(work: () => Promise<T>) => Promise<T>
  /** @throws AppError 503 with Retry-After if too many are waiting. */
  readonly forVisitor: <T>(work: () => Promise<T>) => Promise<T>
  /** How many are running, and how many wait. */
  readonly counts: () => Record<'running' | 'visitors' | 'imports', number>
}

export function createRenderQueue(slots: number, onPicture = () => {}): RenderQueue {
  let free = slots
  const visitors: (() => void)[] = []
  const imports: (() => void)[] = []

  const take = (line: (() => void)[]) => {
    if (free > 0) {
      free--
      return Promise.resolve()
    }
    return new Promise<void>((resolve) => line.push(resolve))
  }
  const give = () => {
    const next = visitors.shift() ?? imports.shift()
    if (next) next()
    else free++
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
