import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Viewer } from '../contract/people/viewer.ts'
import { AppError } from '../core/errors.ts'
import type { Env } from './env.ts'

const kibibyte = 1024
/** The largest body in bytes: for the owner, and for everyone else. */
const ownerLimit = 1024 * kibibyte
const visitorLimit = 16 * kibibyte
/** The API's own bodies are three levels deep. */
const maxDepth = 32

/** Rejects bodies not declared as JSON (415), as cross-site forms send them, or too large (413). */
export const jsonBodies = createMiddleware<Env>(async (c, next) => {
  const type = c.req.header('content-type')
  const hasBody = type !== undefined || (c.req.raw.body !== null && hasLength(c))
  if (hasBody && !/^application\/json\s*(;|$)/i.test(type ?? '')) {
    throw new AppError(415, 'the body must be application/json')
  }
  checkLength(c, ownerLimit, limitOf(c.get('viewer')))
  await next()
})

/**
 * Reads the body for Hono's validator, after the role and the rate limits were checked. No more
 * than the limit is kept in memory, whether or not the client states a length.
 * @throws AppError 413 for a body that is too large, 400 for one that is nested too deeply or that
 * ends early.
 */
export async function readJsonBody(c: Context): Promise<void> {
  const limit = limitOf(c.get('viewer'))
  checkLength(c, limit)
  if (!c.req.raw.body) return
  const text = await readText(c.req.raw.body, limit)
  if (isDeeperThan(maxDepth, text)) {
    throw new AppError(400, `the JSON is nested more than ${maxDepth} levels deep`)
  }
  c.req.raw = new Request(c.req.raw, { body: text })
}

async function readText(body: ReadableStream<Uint8Array>, limit: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  try {
    // Leaving the loop early cancels the stream.
    for await (const chunk of body) {
      length += chunk.length
      if (length > limit) throw tooLarge(limit)
      text += decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    // The stream itself fails only after the client has disconnected.
    throw error instanceof AppError ? error : interrupted()
  }
  return text + decoder.decode()
}

/** Works on the text, because a parser needs memory for every level. */
function isDeeperThan(limit: number, text: string): boolean {
  let level = 0
  let isInString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') isInString = !isInString
    else if (isInString) index += character === '\\' ? 1 : 0
    else level += levelChange(character)
    if (level > limit) return true
  }
  return false
}

function levelChange(character: string | undefined): -1 | 0 | 1 {
  if (character === '[' || character === '{') return 1
  return character === ']' || character === '}' ? -1 : 0
}

const limitOf = ({ isOwner }: Viewer): number => (isOwner ? ownerLimit : visitorLimit)

function checkLength(c: Context, limit: number, reported = limit): void {
  if (Number(c.req.header('content-length') ?? 0) > limit) throw tooLarge(reported)
}

const tooLarge = (limit: number) =>
  new AppError(413, `the JSON body is larger than ${limit / kibibyte} KiB`)

const interrupted = () => new AppError(400, 'the JSON body was interrupted; send it again')

const hasLength = (c: Context) =>
  c.req.header('transfer-encoding') !== undefined || c.req.header('content-length') !== '0'
