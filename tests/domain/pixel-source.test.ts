import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { pixelsInFile, pixelsInMemory } from '../../src/images/pixel-source.ts'
import { loadSharp } from '../../src/images/sharp.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-pixels-'))
afterAll(() => rmSync(folder, { recursive: true }))
const name = join(folder, 'pixels')

const size = { width: 37, height: 23 }
const data = Buffer.from(Array.from({ length: 37 * 23 * 3 }, (_, index) => (index * 31) % 256))

const rect = fc
  .tuple(fc.nat(36), fc.nat(22), fc.nat(36), fc.nat(22))
  .map(([x, y, width, height]) => ({
    x,
    y,
    width: Math.min(width + 1, size.width - x),
    height: Math.min(height + 1, size.height - y),
  }))

test('a file of pixels gives the same parts as memory does, and is deleted when it is closed', async () => {
  const sharp = await loadSharp()
  const image = sharp(data, { raw: { ...size, channels: 3 } })
  const inFile = await pixelsInFile(image, size, name)
  const inMemory = pixelsInMemory({ data: Buffer.from(data), ...size, channels: 3 })
  expect(readdirSync(folder)).toEqual(['pixels.v'])
  await fc.assert(
    fc.asyncProperty(rect, async (part) => {
      const extract = { left: part.x, top: part.y, width: part.width, height: part.height }
      const expected = await image.clone().extract(extract).raw().toBuffer()
      for (const source of [inFile, inMemory]) {
        const { data: pixels, width, height } = await source.part(part)
        expect({ width, height }).toEqual({ width: part.width, height: part.height })
        expect(Buffer.compare(Buffer.from(pixels), expected)).toBe(0)
      }
    }),
  )
  await inFile.close()
  await inMemory.close()
  expect(readdirSync(folder)).toEqual([])
})

test('pixels that cannot be written leave no file behind', async () => {
  const sharp = await loadSharp()
  const damaged = sharp(Buffer.from('no picture at all'))
  expect(pixelsInFile(damaged, size, name)).rejects.toThrow()
  expect(readdirSync(folder)).toEqual([])
})
