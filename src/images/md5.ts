import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'

const chunkBytes = 2 ** 20

/** The md5 of a file of any size, without holding a large one in memory. */
export async function md5Of(path: string): Promise<string> {
  const md5 = createHash('md5')
  // In one go, a small file takes a fraction of the time and the memory of a stream.
  if ((await stat(path)).size <= chunkBytes) return md5.update(await readFile(path)).digest('hex')
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) md5.update(chunk)
  return md5.digest('hex')
}
