// The executable's own log and metrics.
import { afterAll, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clearAway, startVitrine, temporaryFolder } from '../support/executable.ts'

afterAll(clearAway)

const token = 'a-token-of-thirty-two-characters'

test('all output of the executable is JSON with --log json', async () => {
  const vitrine = await startVitrine(temporaryFolder(), { flags: ['--log', 'json'] })
  await vitrine.untilPrinted(/"message":"This gallery has no owner yet[^"]*\/setup#[\w-]{43}"/)
  await fetch(`${vitrine.address}/api/user`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  await vitrine.untilPrinted(/"event":"request"/)
  await vitrine.untilPrinted(/is not a trusted proxy/)
  expect(await vitrine.stop()).toBe(0)
  const events = vitrine
    .printed()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).event)
  // In a container there is also a warning that the folder is not a volume.
  expect([...new Set(events)].sort()).toEqual(['message', 'request', 'warning'])
})

test('the executable has metrics with a token from a file, which it never prints', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'token')
  await writeFile(file, `${token}\n`)
  const vitrine = await startVitrine(join(folder, 'data'), {
    environment: { VITRINE_METRICS_TOKEN_FILE: file, VITRINE_LOG: 'json' },
  })
  const scrape = (authorization: string) =>
    fetch(`${vitrine.address}/api/metrics`, { headers: { authorization } })
  expect((await scrape('Bearer wrong')).status).toBe(401)
  const text = await (await scrape(`Bearer ${token}`)).text()
  expect(text).toContain(
    'vitrine_http_requests_total{route="/api/metrics",method="GET",status="401"} 1\n',
  )
  expect(await vitrine.stop()).toBe(0)
  expect(vitrine.printed()).not.toContain(token)
})
