import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { z } from 'zod'

/** Of one line, in characters: an album of 200,000 photos. */
const longestLine = 32 * 2 ** 20
const chunkBytes = 2 ** 18

/** A list of an export, one element after the other. @throws Error for a damaged file. */
export async function* readJsonLines<T>(path: string, schema: z.ZodType<T>): AsyncGenerator<T> {
  let number = 0
  for await (const line of linesOf(path)) {
    number++
    const text = line.trim().replace(/,$/, '')
    if (text === '' || text === '[' || text === ']') continue
    const element = schema.safeParse(parsed(text))
    if (!element.success) throw new Error(damaged(path, number))
    yield element.data
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  // Joined only at the end of a line, since a long one has many chunks.
  let parts: string[] = []
  let length = 0
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    const [next = '', ...lines] = decoder.decode(chunk, { stream: true }).split('\n')
    parts.push(next)
    length += next.length
    if (length > longestLine) throw new Error(damaged(path, 0))
    if (lines.length === 0) continue
    yield parts.join('')
    const last = lines.pop() ?? ''
    yield* lines
    parts = [last]
    length = last.length
  }
  yield parts.join('')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const damaged = (path: string, line: number): string =>
  `${basename(path)} of the export is damaged${line > 0 ? ` in line ${line}` : ''}; export the gallery again`
