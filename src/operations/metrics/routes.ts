import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { AppError } from '../../core/errors.ts'
import type { Env } from '../../http/env.ts'
import { anybody } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import type { Web } from '../../http/web.ts'
import type { Metrics } from './metrics.ts'

export function metricsRoutes(
  { metrics, token }: { metrics: Metrics; token: string },
  { wrongTokens }: Pick<Web, 'wrongTokens'>,
) {
  const isRight = tokenCheck(token)

  return new Hono<Env>().get(
    '/metrics',
    anybody(
      'Metrics for Prometheus',
      {
        media: ['text/plain'],
        description: 'The metrics, in Prometheus’ text format',
        schema: { type: 'string' },
      },
      {
        401: 'The metrics token is missing or wrong; send it as `Authorization: Bearer …`.',
        429: 'Too many wrong tokens from this network.',
      },
    ),
    takesTurns,
    async (c) => {
      if (!isRight(c.req.header('authorization'))) {
        wrongTokens.use(c.get('clientAddress'))
        throw new AppError(401, 'send the metrics token as “Authorization: Bearer …”', undefined, {
          'WWW-Authenticate': 'Bearer realm="metrics"',
        })
      }
      return new Response(await metrics.text(), {
        headers: { 'Content-Type': metrics.contentType, 'Cache-Control': 'private, no-store' },
      })
    },
  )
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Takes the same time for every wrong header of the same length. */
function tokenCheck(token: string): (authorization: string | undefined) => boolean {
  const expected = digest(token)
  return (authorization = '') => {
    const given = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
    return timingSafeEqual(digest(given), expected)
  }
}
