import { expect, test } from 'bun:test'
import { createRenderQueue } from '../../src/images/render-queue.ts'

const never = () => new Promise<never>(() => undefined)

test('a picture for a visitor does not wait while a new photo is stored', async () => {
  const queue = createRenderQueue(1)
  const stored = Promise.withResolvers<void>()
  const photo = queue.forNewPhoto(
    async () => 'pixels',
    async (made) => {
      await stored.promise
      return made
    },
  )
  expect(await queue.forVisitor(async () => 'tile')).toBe('tile')
  stored.resolve()
  expect(await photo).toBe('pixels')
  expect(queue.counts()).toEqual({ running: 0, visitors: 0, imports: 0 })
})

test('few photos are rendered ahead of a slow store, and visitors get their pictures', async () => {
  const queue = createRenderQueue(2)
  let rendered = 0
  const photos = 20
  for (let number = 0; number < photos; number++) {
    void queue.forNewPhoto(async () => rendered++, never)
  }
  expect(await queue.forVisitor(async () => 'tile')).toBe('tile')
  await Bun.sleep(0)
  expect(rendered).toBeGreaterThan(2)
  expect(rendered).toBeLessThan(7)
  expect(queue.counts()).toEqual({ running: 0, visitors: 0, imports: photos - rendered })
  expect(await queue.forVisitor(async () => 'tile')).toBe('tile')
})

test('photos that cannot be rendered or stored make room for the next ones', async () => {
  const queue = createRenderQueue(1)
  const fails = async () => {
    throw new Error('no')
  }
  const outcomes = Array.from({ length: 20 }, (_, number) =>
    number % 2 === 0
      ? queue.forNewPhoto(fails, never)
      : queue.forNewPhoto(async () => number, fails),
  )
  const settled = await Promise.allSettled(outcomes)
  expect(settled.filter(({ status }) => status === 'rejected').length).toBe(20)
  expect(
    await queue.forNewPhoto(
      async () => 1,
      async (made) => made + 1,
    ),
  ).toBe(2)
})

test('a visitor’s picture comes before the rest of another visitor’s many', async () => {
  const queue = createRenderQueue(1)
  const rendered: string[] = []
  const made = Array.from({ length: 64 }, () =>
    queue.forVisitor(async () => void rendered.push('many'), 'many'),
  )
  made.push(queue.forVisitor(async () => void rendered.push('one'), 'one'))
  await Promise.all(made)
  expect(rendered.indexOf('one')).toBeLessThan(3)
  expect(rendered.length).toBe(65)
})

test('a picture that a second visitor also requests gets the second visitor’s turn', async () => {
  const queue = createRenderQueue(1)
  const rendered: number[] = []
  const made = Array.from({ length: 64 }, (_, number) =>
    queue.forVisitor(async () => void rendered.push(number), 'many'),
  )
  queue.alsoFor(made[63]!, 'one')
  await Promise.all(made)
  expect(rendered.indexOf(63)).toBeLessThan(3)
  expect(rendered.toSorted((a, b) => a - b)).toEqual(made.map((_, number) => number))
  queue.alsoFor(made[63]!, 'late')
  expect(queue.counts()).toEqual({ running: 0, visitors: 0, imports: 0 })
})

test('the visitor with the most waiting pictures loses one when the queue is full', async () => {
  const queue = createRenderQueue(1)
  const held = Promise.withResolvers<void>()
  const first = queue.forVisitor(() => held.promise, 'first')
  const many = Array.from({ length: 500 }, () => queue.forVisitor(async () => {}, 'many'))
  const few = Array.from({ length: 3 }, () => queue.forVisitor(async () => {}, 'few'))
  const more = () => queue.forVisitor(async () => {}, 'many')
  expect(more).toThrow('busy')
  held.resolve()
  await Promise.all([first, ...few])
  const refused = (await Promise.allSettled(many)).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBe(3)
})

test('a picture is not rendered once everyone who requested it has left', async () => {
  const queue = createRenderQueue(1)
  const held = Promise.withResolvers<void>()
  const first = queue.forVisitor(() => held.promise, 'first')
  const rendered: string[] = []
  const render = (name: string) => queue.forVisitor(async () => void rendered.push(name), 'one')
  const [wanted, left, shared] = [render('wanted'), render('left'), render('shared')]
  queue.alsoFor(shared, 'two')
  queue.leave(left, 'one')
  queue.leave(left, 'one')
  queue.leave(shared, 'one')
  queue.leave(first, 'first')
  await expect(left).rejects.toThrow('busy')
  held.resolve()
  await Promise.all([first, wanted, shared])
  queue.leave(shared, 'two')
  expect(rendered.toSorted()).toEqual(['shared', 'wanted'])
  expect(queue.counts()).toEqual({ running: 0, visitors: 0, imports: 0 })
})
