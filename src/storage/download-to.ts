import { type FileHandle, open, rm } from 'node:fs/promises'
import { CryptoHasher } from 'bun'
import type { ObjectBody } from './bucket-body.ts'

export type ExpectedObject = { readonly size: number; readonly md5: string }

/**
 * Writes a body to a new file.
 * @returns false, and leaves no file, if the content is not the expected one.
 */
export async function downloadTo(
  path: string,
  { size, body }: ObjectBody,
  expected: Partial<ExpectedObject>,
): Promise<boolean> {
  if (expected.size !== undefined && expected.size !== size) {
    await body.cancel()
    return false
  }
  const target = await open(path, 'wx').catch(async (error) => {
    await body.cancel()
    throw error
  })
  let isExpected = false
  try {
    const hash = new CryptoHasher('md5')
    for await (const chunk of body) {
      hash.update(chunk)
      await writeAll(target, chunk)
    }
    isExpected = [undefined, hash.digest('hex')].includes(expected.md5?.toLowerCase())
  } finally {
    await target.close()
    if (!isExpected) await rm(path, { force: true })
  }
  return isExpected
}

async function writeAll(target: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let from = 0; from < chunk.byteLength; ) {
    const { bytesWritten } = await target.write(chunk, from)
    from += bytesWritten
  }
}
