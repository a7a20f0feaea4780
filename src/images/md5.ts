import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

const chunkBytes = 2 ** 20

/** The md5 of a file of any size, without holding it in memory. */
export async function md5Of(path: string): Promise<string> {
  const md5 = createHash('md5')
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) md5.update(chunk)
  return md5.digest('hex')
}
