import { open } from 'node:fs/promises'

/** How much is collected before it is written, in characters. */
const chunkLength = 2 ** 18

/** Writes a JSON array with one element a line, so that it can be read in parts. */
export async function openJsonLines(path: string) {
  const file = await open(path, 'wx', 0o600)
  let text = '[\n'
  let count = 0
  const flush = async (): Promise<void> => {
    const bytes = Buffer.from(text)
    text = ''
    for (let offset = 0; offset < bytes.length; ) {
      offset += (await file.write(bytes, offset)).bytesWritten
    }
  }
  return {
    add: async (element: object): Promise<void> => {
      text += (count++ === 0 ? '' : ',\n') + JSON.stringify(element)
      if (text.length > chunkLength) await flush()
    },
    count: () => count,
    end: async (): Promise<void> => {
      text += count === 0 ? ']\n' : '\n]\n'
      await flush()
      await file.close()
    },
    /** Closes it, wherever it is. */
    abandon: () => file.close().catch(() => undefined),
  }
}
