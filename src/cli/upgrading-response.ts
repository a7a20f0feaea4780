import { version } from '../core/version.ts'
import { plainPage } from '../http/plain-page.ts'

const retrySeconds = 5

const page = plainPage(
  'Back in a moment',
  'This gallery is being upgraded. The page reloads by itself.',
  retrySeconds,
)

/** The response to every request while an older database is upgraded. */
export function upgradingResponse({ url }: Request): Response {
  const path = URL.canParse(url) ? new URL(url).pathname : '/'
  if (path === '/api/health') return json({ data: { status: 'migrating', version } })
  if (path.startsWith('/api/')) {
    const message = 'the gallery is being upgraded; try again in a moment'
    return json({ error: { code: 503, message } })
  }
  return respond(page, 'text/html; charset=utf-8')
}

const json = (body: object) => respond(JSON.stringify(body), 'application/json')

const respond = (body: string, type: string) =>
  new Response(body, {
    status: 503,
    headers: {
      'Content-Type': type,
      'Retry-After': String(retrySeconds),
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  })
