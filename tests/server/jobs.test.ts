import { afterEach, describe, expect, test } from 'bun:test'
import { Job } from '../../src/contract/imports/jobs.ts'
import { openStore } from '../../src/core/database/open.ts'
import { AppError } from '../../src/core/errors.ts'
import { createJobs } from '../../src/imports/jobs/jobs.ts'
import type { JobFile } from '../../src/imports/jobs/row.ts'
import { createRunner, type Work } from '../../src/imports/jobs/runner.ts'
import { jobStore } from '../../src/imports/jobs/store.ts'

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5), elapsed: () => 0 }

/** Jobs of the kind 'test', in a database in memory. */
function openJobs(work: Work, store = openStore(':memory:')) {
  const rows = jobStore(store)
  const runner = createRunner({ store, clock })
  runner.register('test', work)
  return { store, rows, runner, jobs: createJobs({ store, runner, clock }) }
}

/** Work that waits until it is released or stopped. */
function waitingWork() {
  const began = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const work: Work = async (_, { signal }) => {
    began.resolve()
    const stopped = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    )
    await Promise.race([goOn.promise, stopped])
  }
  return { work, began: began.promise, goOn: goOn.resolve }
}

const file = (name: string, reason: string | null = null): JobFile => ({
  file_id: `id of ${name}`,
  name,
  md5: '',
  bytes: 1,
  created_time: '',
  reason,
  version: '',
  others: '[]',
})

const { error } = console
afterEach(() => {
  console.error = error
})

describe('one job', () => {
  test('a job is scheduled, started and finished', async () => {
    const { work, began, goOn } = waitingWork()
    const { jobs, runner } = openJobs(work)
    const scheduled = await jobs.schedule('test', undefined)
    expect(scheduled).toMatchObject({ state: 'SCHEDULED', percent: 0, startedAt: null })
    runner.start()
    await began
    expect(jobs.get(scheduled.id)).toMatchObject({ state: 'STARTED', finishedAt: null })
    goOn()
    const job = await jobs.awaited(scheduled.id, 60_000)
    expect(job).toMatchObject({ state: 'FINISHED', percent: 100, error: null })
    expect(Job().parse(job)).toEqual(job)
    expect(jobs.live('test')).toBeUndefined()
    expect(jobs.latest('test')).toEqual(job)
    await runner.stop()
  })

  test('a job counts its files, lists what failed and reaches 100 % only at its end', async () => {
    const { work, began, goOn } = waitingWork()
    const { jobs, rows, runner } = openJobs(async (job, context) => {
      rows.list(job.row_id, [file('a'), file('b'), file('c'), file('d', 'not there')])
      const [a, b, c] = rows.pending(job.row_id)
      rows.settle(a!, 'done')
      rows.settle(b!, 'skipped')
      rows.settle(c!, 'failed', 'broken')
      // A settled file stays settled.
      rows.settle(c!, 'done')
      context.setCurrent('c')
      await work(job, context)
    })
    runner.start()
    const { id } = await jobs.schedule('test', undefined)
    await began
    expect(jobs.get(id)).toMatchObject({
      percent: 99,
      total: 4,
      done: 1,
      skipped: 1,
      failed: 2,
      current: 'c',
      failures: [
        { fileId: 'id of c', name: 'c', reason: 'broken' },
        { fileId: 'id of d', name: 'd', reason: 'not there' },
      ],
    })
    goOn()
    expect(await jobs.awaited(id, 60_000)).toMatchObject({
      state: 'FINISHED',
      percent: 100,
      current: null,
    })
    await runner.stop()
  })

  test('a job is aborted with the reason after an error that affects everything', async () => {
    const { jobs, runner } = openJobs(() => Promise.reject(new AppError(507, 'the disk is full')))
    runner.start()
    const { id } = await jobs.schedule('test', undefined)
    expect(await jobs.awaited(id, 60_000)).toMatchObject({
      state: 'ABORTED',
      error: 'the disk is full',
    })
    await runner.stop()
  })

  test('a job is aborted without the details of an unexpected error, which are in the log', async () => {
    const printed: string[] = []
    console.error = (text: string) => void printed.push(text)
    const { jobs, runner } = openJobs(() => Promise.reject(new TypeError('x of undefined')))
    runner.start()
    const { id } = await jobs.schedule('test', undefined)
    expect((await jobs.awaited(id, 60_000)).error).toBe(`internal error; see the log entry ${id}`)
    expect(printed.join()).toContain(`Job ${id} failed: TypeError: x of undefined`)
    await runner.stop()
  })

  test('a job can be cancelled before it starts', async () => {
    let runs = 0
    const { jobs, runner } = openJobs(async () => {
      runs++
    })
    const { id } = await jobs.schedule('test', undefined)
    expect(await jobs.cancel(id)).toMatchObject({
      state: 'ABORTED',
      error: 'cancelled',
      startedAt: null,
    })
    runner.start()
    await runner.stop()
    expect(runs).toBe(0)
  })

  test('a job can be cancelled for good while it is running', async () => {
    const { work, began } = waitingWork()
    const { jobs, rows, runner } = openJobs(work)
    runner.start()
    const { id } = await jobs.schedule('test', undefined)
    await began
    expect(await jobs.cancel(id)).toMatchObject({ state: 'ABORTED', error: 'cancelled' })
    const { row_id: rowId } = rows.byId(id)!
    rows.start(rowId, 1)
    rows.finish(rowId, 1)
    rows.abort(rowId, 1, 'another reason')
    expect(jobs.get(id)).toMatchObject({ state: 'ABORTED', error: 'cancelled' })
    await runner.stop()
  })

  test('a job resumes after a stop, still started, and finishes', async () => {
    const { work, began } = waitingWork()
    const first = openJobs(work)
    first.runner.start()
    const { id } = await first.jobs.schedule('test', ['a', 'b'])
    await began
    await first.runner.stop()
    expect(first.jobs.get(id)).toMatchObject({ state: 'STARTED', error: null })

    const seen: (string | null)[] = []
    const second = openJobs(async (job) => void seen.push(job.wanted), first.store)
    second.runner.start()
    expect(await second.jobs.awaited(id, 60_000)).toMatchObject({ state: 'FINISHED' })
    expect(seen).toEqual(['["a","b"]'])
    await second.runner.stop()
  })
})

describe('several jobs', () => {
  test('jobs run one at a time, in the order they were scheduled', async () => {
    const store = openStore(':memory:')
    const order: string[] = []
    let running = 0
    const work: Work = async ({ kind }) => {
      expect(++running).toBe(1)
      await Promise.resolve()
      order.push(kind)
      running--
    }
    const runner = createRunner({ store, clock })
    for (const kind of ['one', 'two']) runner.register(kind, work)
    const jobs = createJobs({ store, runner, clock })
    await jobs.schedule('one', undefined)
    const { id } = await jobs.schedule('two', undefined)
    runner.start()
    expect((await jobs.awaited(id, 60_000)).state).toBe('FINISHED')
    expect(order).toEqual(['one', 'two'])
    await runner.stop()
  })

  test('jobs of one kind run one at a time, even when two are requested at once', async () => {
    const { jobs } = openJobs(() => Promise.resolve())
    const [one, two] = await Promise.all([
      jobs.schedule('test', undefined),
      jobs.schedule('test', ['a']),
    ])
    expect(two.id).toBe(one.id)
  })

  test('jobs of a kind unknown to this version are aborted and do not block others', async () => {
    const { jobs, runner } = openJobs(() => Promise.resolve())
    const unknown = await jobs.schedule('unknown', undefined)
    const known = await jobs.schedule('test', undefined)
    runner.start()
    expect((await jobs.awaited(known.id, 60_000)).state).toBe('FINISHED')
    expect(jobs.get(unknown.id)).toMatchObject({
      state: 'ABORTED',
      error: 'this version of Vitrine cannot run jobs of the kind “unknown”',
    })
    await runner.stop()
  })

  test('jobs that ended long ago are deleted with their files', async () => {
    const { jobs, rows, runner, store } = openJobs(async (job) =>
      rows.list(job.row_id, [file('a')]),
    )
    runner.start()
    const ids: string[] = []
    for (let n = 0; n < 23; n++) {
      const { id } = await jobs.schedule('test', undefined)
      await jobs.awaited(id, 60_000)
      ids.push(id)
    }
    expect(() => jobs.get(ids[0]!)).toThrow('not found')
    expect(jobs.get(ids[5]!).total).toBe(1)
    const { files } = store.connection
      .query<{ files: number }, []>('SELECT count(*) AS files FROM job_file')
      .get()!
    expect(files).toBeLessThan(23)
    await runner.stop()
  })
})
