import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorBody } from '../contract/envelope.ts'
import { diskRefusal } from '../core/database/disk-full.ts'
import { AppError } from '../core/errors.ts'
import { stackOf, warn } from '../core/log.ts'
import type { Env } from './env.ts'
import { plainPage } from './plain-page.ts'

/** Answers errors that mean damage, and remembers the damage. */
type NoteDamage = (error: unknown) => AppError | undefined

export const errorResponse = (noteDamage: NoteDamage) => (error: Error, c: Context<Env>) => {
  const refusal = refusalFor(error) ?? noteDamage(error) ?? diskRefusal(error)
  if (refusal) {
    const { code, message, details } = refusal
    const status = code as ContentfulStatusCode
    if (isForReading(c)) return c.html(plainPage(...sentencesOf(refusal)), status, refusal.headers)
    const body: ErrorBody = { error: { code, message, ...(details && { details }) } }
    return c.json(body, status, refusal.headers)
  }
  warn(`Request ${c.get('requestId')} failed: ${stackOf(error)}`)
  const message = `internal error; see the log entry ${c.get('requestId')}`
  return c.json({ error: { code: 500, message } } satisfies ErrorBody, 500)
}

/** People open pages; programs request data, or paths below /api. */
const isForReading = ({ req }: Context<Env>): boolean =>
  !req.path.startsWith('/api/') && req.header('accept')?.includes('text/html') === true

function sentencesOf({ code, message }: AppError): [title: string, text: string] {
  const text = `${message[0]!.toUpperCase()}${message.slice(1)}.`
  return [code === 429 ? 'Please wait' : 'Something went wrong', text]
}

function refusalFor(error: Error): AppError | undefined {
  if (error instanceof AppError) return error
  if (codeOf(error)?.startsWith('SQLITE_BUSY')) {
    return new AppError(
      503,
      'another program is writing to the data folder; try again shortly',
      undefined,
      {
        'Retry-After': '5',
      },
    )
  }
  if (error instanceof HTTPException && error.status < 500) {
    const status = error.status as AppError['code']
    return new AppError(status, status === 400 ? 'malformed request' : error.message)
  }
  return undefined
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}
