import { AppError } from '../../core/errors.ts'
import type { RateLimit } from '../../http/rate-limit.ts'
import { handle } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import type { Metrics } from './metrics.ts'
import { tokenCheck } from './token.ts'

export function metricsHandler({
  metrics,
  token,
  wrongTokens,
}: {
  metrics: Metrics
  token: string
  wrongTokens: RateLimit
}) {
  const isRight = tokenCheck(token)
  return handle(takesTurns, async (c) => {
    if (!isRight(c.req.header('authorization'))) {
      wrongTokens.use(c.get('clientAddress'))
      throw new AppError(401, 'send the metrics token as “Authorization: Bearer …”', undefined, {
        'WWW-Authenticate': 'Bearer realm="metrics"',
      })
    }
    return new Response(await metrics.text(), {
      headers: { 'Content-Type': metrics.contentType, 'Cache-Control': 'private, no-store' },
    })
  })
}
