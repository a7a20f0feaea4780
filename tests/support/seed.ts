import { afterAll, test as bunTest } from 'bun:test'

/**
 * All random choices of a run derive from this. Set VITRINE_TEST_SEED to repeat an earlier run: its
 * choices are then the same, and kills come at the same moment if the machine is as fast.
 */
const seed = process.env.VITRINE_TEST_SEED || String(Math.floor(Math.random() * 1e9))

/** A number from 0 up to, but not including, 1, like Math.random. */
export type Random = () => number

/**
 * bun's test with random choices. If it fails or takes too long, it prints the seed to repeat it.
 */
export function test(name: string, body: (random: Random) => Promise<void>): void {
  let state: 'not run' | 'begun' | 'passed' = 'not run'
  bunTest(name, async () => {
    state = 'begun'
    await body(randomFrom(`${seed} ${name}`))
    state = 'passed'
  })
  // A test that times out does not throw, so its state is checked at the end.
  afterAll(() => {
    if (state === 'begun') {
      console.error(`  To repeat '${name}', set VITRINE_TEST_SEED=${seed}`)
    }
  })
}

/** The same numbers for the same text, whatever other tests draw in the meantime. */
function randomFrom(text: string): Random {
  let drawn = 0
  return () => Number((Bun.hash(`${text} ${drawn++}`) as bigint) >> 11n) / 2 ** 53
}
