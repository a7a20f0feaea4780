import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { AppError } from '../../src/core/errors.ts'
import { type Client, createPasswordQueue } from '../../src/people/owner/password-queue.ts'

const places = 40
const known = (name: string): Client => ({ network: 'anywhere', knownBrowser: name })
const from = (network: string): Client => ({ network })

/**
 * A queue whose first work waits for `finish`, which returns the order of the rest and who was
 * refused.
 */
function heldQueue() {
  const inQueue = createPasswordQueue()
  const worked: string[] = []
  const refused: string[] = []
  const held = Promise.withResolvers<void>()
  const all: Promise<void>[] = [inQueue(from('first'), () => held.promise)]
  let isWorking = false
  const enter = (name: string, client: Client) => {
    const work = async () => {
      expect(isWorking).toBe(false)
      isWorking = true
      worked.push(name)
      await Promise.resolve()
      isWorking = false
    }
    const noteRefusal = (error: unknown) => {
      expect(error).toBeInstanceOf(AppError)
      expect(error).toMatchObject({ code: 503, headers: { 'Retry-After': '5' } })
      refused.push(name)
    }
    all.push(inQueue(client, work).catch(noteRefusal))
  }
  const finish = async () => {
    held.resolve()
    await Promise.all(all)
    return { worked, refused }
  }
  return { enter, finish }
}

test('the password queue serves known browsers first, then each network in turn', async () => {
  const { enter, finish } = heldQueue()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) enter(name, from(name.charAt(0)))
  enter('owner', known('owner'))
  expect(await finish()).toEqual({
    worked: ['owner', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3'],
    refused: [],
  })
})

test('the password queue refuses new attempts while other networks fill it', async () => {
  const { enter, finish } = heldQueue()
  const names = Array.from({ length: places + 2 }, (_, index) => `n${index}`)
  for (const name of names) enter(name, from(name))
  expect(await finish()).toEqual({
    worked: names.slice(0, places),
    refused: names.slice(places),
  })
})

test('the password queue takes a slot from the network with the most for one with fewer', async () => {
  const { enter, finish } = heldQueue()
  for (let n = 0; n < places; n++) enter(`a${n}`, from('a'))
  enter('a more', from('a'))
  enter('b', from('b'))
  const { worked, refused } = await finish()
  expect(refused).toEqual(['a more', `a${places - 1}`])
  expect(worked.slice(0, 2)).toEqual(['a0', 'b'])
})

test('the password queue keeps ten slots for known browsers, however many others wait', async () => {
  const { enter, finish } = heldQueue()
  for (let n = 0; n < places; n++) enter(`n${n}`, from(`n${n}`))
  for (let n = 0; n < 11; n++) enter(`known${n}`, known('one'))
  const { worked, refused } = await finish()
  expect(worked.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, n) => `known${n}`))
  expect(refused).toEqual(['known10'])
})

test('the password queue gives every network its share, and continues after work that failed', async () => {
  const networks = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  await fc.assert(
    fc.asyncProperty(fc.array(networks, { minLength: 1, maxLength: 120 }), async (entering) => {
      const { enter, finish } = heldQueue()
      for (const [index, network] of entering.entries()) enter(`${network}${index}`, from(network))
      const { worked, refused } = await finish()
      expect(worked.length).toBe(Math.min(entering.length, places))
      expect(worked.length + refused.length).toBe(entering.length)
      const count = (names: string[], network: string) =>
        names.filter((name) => name.startsWith(network)).length
      const share = Math.floor(places / new Set(entering).size)
      for (const network of new Set(entering)) {
        const asked = entering.filter((each) => each === network).length
        expect(count(worked, network)).toBeGreaterThanOrEqual(Math.min(asked, share) - 1)
      }
    }),
  )
  const inQueue = createPasswordQueue()
  const failing = inQueue(from('a'), () => Promise.reject(new Error('no memory')))
  expect(failing).rejects.toThrow('no memory')
  expect(await inQueue(from('b'), () => Promise.resolve('done'))).toBe('done')
})
