import { crc32, deflateSync } from 'node:zlib'

type Pixels = { data: Uint8Array; width: number; height: number }

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/**
 * An uncompressed PNG, never stored: sharp accepts a profile without converting only from a file.
 */
export function profiledPng({ data, width, height }: Pixels, icc: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits per sample, RGB; compression, filter and interlace stay 0.
  header.set([8, 2], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    // A name for the profile, and 0 for deflate.
    chunk('iCCP', Buffer.from('icc\0\0', 'latin1'), deflateSync(icc)),
    chunk('IDAT', deflateSync(filterless(data, width * 3, height), { level: 0 })),
    chunk('IEND'),
  ])
}

/** Each row is preceded by a byte that says it is not filtered. */
function filterless(data: Uint8Array, rowBytes: number, height: number): Buffer {
  const rows = Buffer.alloc((rowBytes + 1) * height)
  for (let y = 0; y < height; y++) {
    rows.set(data.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1)
  }
  return rows
}

function chunk(name: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), ...parts])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(body.length - 4, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
