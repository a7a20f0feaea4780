import { expect, test } from 'bun:test'
import { freePixels } from '../../src/images/free-pixels.ts'
import { loadSharp } from '../../src/images/sharp.ts'

test('freed pixels use no memory, whether they are freed once or twice', async () => {
  const sharp = await loadSharp()
  const create = { width: 2000, height: 1000, channels: 3, background: '#456' } as const
  const data = await sharp({ create }).raw().toBuffer()
  expect(data.buffer.byteLength).toBe(6_000_000)
  const pixels = { data, width: 2000, height: 1000, channels: 3 } as const
  freePixels(pixels, pixels)
  freePixels(pixels)
  expect(data.buffer.byteLength).toBe(0)
})

test('freeing pixels does not touch a Buffer that shares its memory', () => {
  const other = new Uint8Array(12).fill(7)
  const data = other.subarray(3, 6)
  freePixels({ data, width: 1, height: 1, channels: 3 })
  expect([...data]).toEqual([7, 7, 7])
  expect(other).toHaveLength(12)
})
