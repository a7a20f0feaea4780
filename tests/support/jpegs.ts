// Small JPEGs made by sharp, and functions to build and inspect them.
import { loadSharp } from '../../src/images/sharp.ts'

/** Pixels with detail everywhere, always the same: 3 channels of 8 bits. */
export function texture(width: number, height: number) {
  const data = new Uint8Array(width * height * 3)
  const waves = Float64Array.from({ length: width }, (_, x) => 100 * Math.sin(x / 5))
  let at = 0
  for (let y = 0; y < height; y++) {
    const wave = Math.cos(y / 7)
    for (let x = 0; x < width; x++) {
      data[at++] = (x * 255) / width
      data[at++] = (y * 255) / height
      data[at++] = 128 + waves[x]! * wave
    }
  }
  return { data, width, height, channels: 3 as const }
}

/** A JPEG of `texture` without metadata except JFIF. */
export async function textureJpeg(
  width = 96,
  height = 64,
  options: { progressive?: boolean } = {},
): Promise<Buffer> {
  const sharp = await loadSharp()
  const { data, ...raw } = texture(width, height)
  return sharp(data, { raw }).jpeg(options).toBuffer()
}

export function segment(marker: number, ...payload: (Uint8Array | string)[]): Buffer {
  const parts = payload.map((part) =>
    typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
  )
  const length = parts.reduce((sum, part) => sum + part.length, 2)
  return Buffer.concat([Buffer.of(0xff, marker, length >> 8, length & 0xff), ...parts])
}

export function inserted(file: Uint8Array, at: number, ...parts: Uint8Array[]): Buffer {
  return Buffer.concat([file.subarray(0, at), ...parts, file.subarray(at)])
}

/** The decoded values of a JPEG, ignoring its profile. */
export async function pixelsOf(file: Uint8Array, options: { autoOrient?: boolean } = {}) {
  const sharp = await loadSharp()
  const image = sharp(file, { ignoreIcc: true, failOn: 'truncated', ...options })
  return image.raw().toBuffer({ resolveWithObject: true })
}

/** Allows every reader of libvips while `work` runs, to inspect files this program writes. */
export async function withEveryReader<T>(work: () => Promise<T>): Promise<T> {
  const sharp = await loadSharp()
  const isRead = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng']
  sharp.unblock({ operation: ['VipsForeignLoad'] })
  try {
    return await work()
  } finally {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: isRead })
  }
}

/** Makes bytes an ICC profile by its header (ICC.1, 7.2): the size and the signature. */
export function asProfile(bytes: Uint8Array): Uint8Array {
  const profile = Buffer.from(bytes)
  profile.writeUInt32BE(profile.length, 0)
  profile.write('acsp', 36, 'latin1')
  return profile
}
