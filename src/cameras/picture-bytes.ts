/** The most that a camera's picture may weigh as it comes in. */
export const pictureBytesLimit = 10 * 2 ** 20

/** How a camera's picture is kept; also the ending of its files. */
export type PictureFormat = 'jpg' | 'png'

/** The first bytes of each format. */
const signatures = {
  jpg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} satisfies Record<PictureFormat, number[]>

/** What the bytes are, whatever they were called; undefined for what is no camera picture. */
export function pictureFormat(bytes: Uint8Array): PictureFormat | undefined {
  const begins = (format: PictureFormat) =>
    signatures[format].every((byte, index) => bytes[index] === byte)
  return (['jpg', 'png'] as const).find(begins)
}

/** All of a stream, or undefined, with the stream closed, once it is longer than `limit`. */
export async function readCapped(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > limit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
