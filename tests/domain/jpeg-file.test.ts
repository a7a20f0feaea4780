import { describe, expect, test } from 'bun:test'
import { decode } from '../../src/images/decode.ts'
import { DecodeError } from '../../src/images/decode-error.ts'
import { JpegError, walkJpeg } from '../../src/images/jpeg.ts'
import { openJpeg } from '../../src/images/jpeg-file.ts'
import { pictureOf } from '../../src/images/picture.ts'
import { pixelsOf, textureJpeg } from '../support/jpegs.ts'

const pictures = {
  sequential: await textureJpeg(),
  progressive: await textureJpeg(96, 64, { progressive: true }),
}

/** The pixels of a complete file, or the reason why it is rejected. */
async function strictly(bytes: Uint8Array): Promise<Buffer | string> {
  try {
    const picture = pictureOf(openJpeg(bytes), 1, false)
    return Buffer.from((await decode(picture, picture.size, 'whole')).data)
  } catch (error) {
    if (error instanceof JpegError || error instanceof DecodeError) return error.code
    throw error
  }
}

describe.each(Object.entries(pictures))('a %s JPEG', (_, file) => {
  test('a JPEG cut anywhere has all of its pixels or is rejected', async () => {
    const { data } = await pixelsOf(file)
    const outcomes = new Set<string>()
    for (let length = 100; length < file.length; length++) {
      const outcome = await strictly(file.subarray(0, length))
      if (typeof outcome === 'string') outcomes.add(outcome)
      else expect([length, outcome.equals(data)]).toEqual([length, true])
    }
    expect([...outcomes].sort()).toEqual(['damaged', 'incomplete'])
    // Without all or half of the end marker no pixel is missing.
    expect(await strictly(file.subarray(0, -1))).toEqual(data)
    expect(await strictly(file.subarray(0, -2))).toEqual(data)
  })
})

describe('scans', () => {
  /** The progressive picture with another size in its header and `more` copies of its last scan. */
  function enlarged(side: number, more: number): Buffer {
    const { segments } = walkJpeg(pictures.progressive)
    const frame = segments.find(({ marker }) => marker === 0xc2)!
    const { start, scan } = segments.at(-1)!
    const file = Buffer.from(pictures.progressive)
    file.writeUInt16BE(side, frame.payload + 1)
    file.writeUInt16BE(side, frame.payload + 3)
    const last = file.subarray(start, scan!.end)
    return Buffer.concat([
      file.subarray(0, scan!.end),
      ...Array(more).fill(last),
      file.subarray(-2),
    ])
  }

  test('the scans of a JPEG can be as many as encoders write, even for the largest picture', () => {
    expect(openJpeg(enlarged(10_000, 0)).structure.frame.width).toBe(10_000)
    expect(openJpeg(enlarged(2000, 80)).structure.frame.width).toBe(2000)
  })

  test('the scans of a JPEG are rejected if a small file would take a minute to decode', () => {
    expect(() => openJpeg(enlarged(10_000, 80))).toThrow('unsupported JPEG: too many scans')
    expect(() => openJpeg(enlarged(96, 100))).toThrow('unsupported JPEG: too many scans')
  })
})

test('a JPEG of a type that browsers do not show is rejected in one sentence', () => {
  const types: [code: number, reason: string][] = [
    [0xc3, 'lossless'],
    [0xc5, 'hierarchical'],
    [0xc9, 'arithmetic coding'],
    [0xca, 'arithmetic coding'],
    [0xf7, 'JPEG-LS'],
  ]
  const { start } = walkJpeg(pictures.sequential).segments.find(({ marker }) => marker === 0xc0)!
  for (const [code, reason] of types) {
    const file = Buffer.from(pictures.sequential)
    file[start + 1] = code
    expect(() => openJpeg(file)).toThrow(
      new JpegError('unsupported', `unsupported JPEG: ${reason}`),
    )
  }
})
