import { version } from '../version.ts'

const retrySeconds = 5

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${retrySeconds}">
<title>Back in a moment</title>
<h1>Back in a moment</h1>
<p>This gallery is being upgraded. The page reloads by itself.</p>
</html>
`

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
