import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createTurns, ofOneVersion } from '../../src/core/concurrency/turns.ts'
import { AppError } from '../../src/core/errors.ts'

/** The event loop's next round, which comes only when `goOn` is called. */
function steppedTurns() {
  const steps: (() => void)[] = []
  const turns = createTurns((step) => steps.push(step), 0)
  const goOn = async () => {
    const step = steps.shift()
    step?.()
    // What the step has begun continues in microtasks.
    await Bun.sleep(0)
    return step !== undefined
  }
  const finish = async () => {
    while (await goOn());
  }
  return { turns, goOn, finish }
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as AppError,
  )

describe('order', () => {
  test('the first request is worked on at once, the next one after the event loop has gone round', async () => {
    const { turns, goOn } = steppedTurns()
    const worked: number[] = []
    for (const number of [1, 2, 3]) void turns.run('a', async () => void worked.push(number))
    await Bun.sleep(0)
    expect(worked).toEqual([1])
    await goOn()
    expect(worked).toEqual([1, 2])
    await goOn()
    expect(worked).toEqual([1, 2, 3])
  })

  test('a request that comes after a hundred of another client is next', async () => {
    const { turns, goOn, finish } = steppedTurns()
    const worked: string[] = []
    for (let number = 0; number < 100; number++) {
      void turns.run('many', async () => void worked.push('many'))
    }
    void turns.run('one', async () => void worked.push('one'))
    await goOn()
    await goOn()
    expect(worked.slice(0, 3)).toContain('one')
    await finish()
    expect(worked.length).toBe(101)
    expect(turns.counts()).toEqual({ waiting: 0, paused: 0, active: 0 })
  })

  test('no client is served twice while another waits, whatever they request', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 60 }),
        async (asked) => {
          const { turns, finish } = steppedTurns()
          const worked: number[] = []
          for (const client of asked)
            void turns.run(`${client}`, async () => void worked.push(client))
          await finish()
          expect(worked.toSorted()).toEqual(asked.toSorted())
          // The first one did not wait; of the others, each round serves every client once.
          const rest = worked.slice(1)
          const left = new Map<number, number>()
          for (const client of rest) left.set(client, (left.get(client) ?? 0) + 1)
          while (rest.length > 0) {
            const round = rest.splice(0, left.size)
            expect(new Set(round).size).toBe(round.length)
            for (const client of round) {
              const more = left.get(client)! - 1
              if (more === 0) left.delete(client)
              else left.set(client, more)
            }
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('long work of one client lets later requests go first', async () => {
    const { turns, finish } = steppedTurns()
    const worked: string[] = []
    void turns.run('long', async () => {
      for (let part = 0; part < 5; part++) {
        worked.push('part')
        await turns.pause()
      }
    })
    for (const name of ['b', 'c']) void turns.run(name, async () => void worked.push(name))
    await finish()
    expect(worked.lastIndexOf('part')).toBeGreaterThan(worked.indexOf('c'))
    expect(worked.length).toBe(7)
  })

  test('long work continues between the parts of a hundred streams', async () => {
    const { turns, finish } = steppedTurns()
    const worked: string[] = []
    for (let stream = 0; stream < 100; stream++) {
      void turns.letOthersGo().then(() => worked.push('stream'))
    }
    void turns.pause().then(() => worked.push('work'))
    await finish()
    expect(worked.indexOf('work')).toBeLessThan(4)
    expect(worked.length).toBe(101)
    expect(turns.counts()).toEqual({ waiting: 0, paused: 0, active: 0 })
  })

  test('a client has at most two requests in progress, while others still get their turn', async () => {
    const { turns, finish } = steppedTurns()
    const begun: string[] = []
    const held = Promise.withResolvers<void>()
    for (let number = 0; number < 5; number++) {
      void turns.run('slow', () => {
        begun.push('slow')
        return held.promise
      })
    }
    void turns.run('other', async () => void begun.push('other'))
    await finish()
    expect(begun.filter((name) => name === 'slow').length).toBe(2)
    expect(begun).toContain('other')
    held.resolve()
    await Bun.sleep(0)
    await finish()
    expect(begun.filter((name) => name === 'slow').length).toBe(5)
  })

  test('failed work gives its slot back', async () => {
    const { turns, finish } = steppedTurns()
    const failures = Array.from({ length: 6 }, () =>
      refusalOf(
        turns.run('a', async () => {
          throw new AppError(404, 'not found')
        }),
      ),
    )
    await finish()
    expect((await Promise.all(failures)).map((error) => error?.code)).toEqual(Array(6).fill(404))
    expect(turns.counts()).toEqual({ waiting: 0, paused: 0, active: 0 })
  })
})

describe('unfinished round', () => {
  const patientTurns = () => {
    const steps: (() => void)[] = []
    return { turns: createTurns((step) => steps.push(step), Number.POSITIVE_INFINITY), steps }
  }

  test('further requests of a client begin at once while the round is not over', async () => {
    const { turns, steps } = patientTurns()
    const worked: number[] = []
    for (const number of [1, 2, 3]) {
      await turns.run('a', async () => {
        worked.push(number)
        await turns.pause()
        worked.push(-number)
      })
    }
    expect(worked).toEqual([1, -1, 2, -2, 3, -3])
    expect(steps.length).toBe(1)
  })

  test('no request overtakes those that wait while the round is not over', async () => {
    const { turns, steps } = patientTurns()
    const worked: string[] = []
    const held = Promise.withResolvers<void>()
    for (const name of ['held', 'held', 'waits']) {
      void turns.run('a', () => {
        worked.push(name)
        return held.promise
      })
    }
    void turns.run('b', async () => void worked.push('late'))
    await Bun.sleep(0)
    expect(worked).toEqual(['held', 'held'])
    steps.shift()!()
    await Bun.sleep(0)
    expect(worked).toEqual(['held', 'held', 'late'])
    held.resolve()
    await Bun.sleep(0)
    steps.shift()!()
    await Bun.sleep(0)
    expect(worked).toEqual(['held', 'held', 'late', 'waits'])
  })
})

describe('limits', () => {
  test('a client with too many waiting requests is told to retry, and others are not', async () => {
    const { turns, finish } = steppedTurns()
    const refusals = Array.from({ length: 250 }, () => refusalOf(turns.run('many', async () => {})))
    const other = refusalOf(turns.run('other', async () => {}))
    await finish()
    const refused = (await Promise.all(refusals)).filter((error) => error !== undefined)
    expect(refused.length).toBeGreaterThan(0)
    for (const error of refused) {
      expect(error).toMatchObject({ code: 429, headers: { 'Retry-After': '3' } })
    }
    expect(await other).toBeUndefined()
  })

  test('clients with many waiting requests give way to those with few when the queue is full', async () => {
    const { turns, finish } = steppedTurns()
    const greedy = Array.from({ length: 1200 }, (_, number) =>
      refusalOf(turns.run(`greedy ${number % 6}`, async () => {})),
    )
    const late = Array.from({ length: 20 }, (_, number) =>
      refusalOf(turns.run(`late ${number}`, async () => {})),
    )
    await finish()
    expect((await Promise.all(late)).filter((error) => error !== undefined)).toEqual([])
    const refused = (await Promise.all(greedy)).filter((error) => error !== undefined)
    expect(refused.length).toBeGreaterThan(0)
    for (const error of refused) expect(error).toMatchObject({ code: 503 })
  })

  test('a client that disconnects leaves the queue', async () => {
    const { turns, finish } = steppedTurns()
    const worked: string[] = []
    const away = new AbortController()
    void turns.run('a', async () => void worked.push('first'))
    const left = refusalOf(
      turns.run(
        'a',
        async () => void worked.push('left'),
        () => away.signal,
      ),
    )
    const stayed = turns.run('a', async () => void worked.push('stayed'))
    away.abort()
    expect(await left).toBeInstanceOf(AppError)
    await finish()
    await stayed
    expect(worked).toEqual(['first', 'stayed'])
    expect(turns.counts()).toEqual({ waiting: 0, paused: 0, active: 0 })
  })
})

describe('changing data', () => {
  test('long work begins again after a write, so that its parts belong together', async () => {
    let version = 1
    const parts = await ofOneVersion(
      () => version,
      async (rest) => {
        const first = version
        await rest()
        if (version === 1) version++
        return [first, version]
      },
    )
    expect(parts).toEqual([2, 2])
  })

  test('long work comes to an end although something is written all the time', async () => {
    let version = 0
    const parts = await ofOneVersion(
      () => version,
      async (rest) => {
        const first = version
        await rest()
        version++
        return first
      },
    )
    expect(parts).toBeGreaterThanOrEqual(3)
  })
})
