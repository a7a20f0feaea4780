// /api/metrics: only for its token, and what it says is what happened.
import { describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../src/app.ts'
import { pageIds, pageRules } from '../../src/contract/site/page-table.ts'
import { routeTable } from '../../src/http/route.ts'
import { importFolder } from '../../src/imports/intake/import-folder.ts'
import { noteDrill } from '../../src/operations/backup/drill-record.ts'
import { noteLastBackup } from '../../src/operations/backup/last-backup.ts'
import { openDriveGallery } from '../support/drive-gallery.ts'
import { openFakeDrive } from '../support/fake-drive.ts'
import { type Gallery, openGallery, send, upload } from '../support/gallery.ts'
import { testWith } from '../support/needs.ts'
import { camera } from '../support/photos.ts'
import { head, rawExchange } from '../support/raw-socket.ts'

const token = 'a-token-of-thirty-two-characters'
const bearer = (text = token) => ({ authorization: `Bearer ${text}` })

type Samples = Map<string, number>

/** Every sample by its name and labels, as printed. @throws Error for text that is not valid. */
function parse(text: string): Samples {
  const samples: Samples = new Map()
  const types = new Map<string, string>()
  expect(text).toEndWith('\n')
  for (const line of text.trimEnd().split('\n').filter(Boolean)) {
    const comment = /^# (HELP|TYPE) ([a-z_]+) (.+)$/.exec(line)
    if (comment) {
      if (comment[1] === 'TYPE') {
        expect(types.has(comment[2]!)).toBe(false)
        expect(['counter', 'gauge', 'histogram']).toContain(comment[3]!)
        types.set(comment[2]!, comment[3]!)
      }
      continue
    }
    const [, name, labels = '', value] =
      /^([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*\})? (\S+)$/.exec(line) ?? []
    if (!name) throw new Error(`not a sample: ${line}`)
    expect(types.has(name) || types.has(name.replace(/_(bucket|sum|count)$/, ''))).toBe(true)
    expect(samples.has(name + labels)).toBe(false)
    expect(Number.isNaN(Number(value))).toBe(false)
    samples.set(name + labels, Number(value))
  }
  return samples
}

async function scrape(gallery: Gallery): Promise<Samples> {
  const answer = await gallery.asVisitor().get('/api/metrics', bearer())
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  return parse(await answer.text())
}

describe('token', () => {
  test('the metrics without a token configured are like an address that does not exist', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const facts = async (answer: Response) => {
      const { 'x-request-id': _, date: __, ...headers } = Object.fromEntries(answer.headers)
      return [answer.status, headers, await answer.text()]
    }
    for (const browser of [gallery.asVisitor(), owner]) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        for (const headers of [{}, bearer(), bearer('')]) {
          const there = await browser.request('/api/metrics', { method, headers })
          const nowhere = await browser.request('/api/metricz', { method, headers })
          expect(await facts(there)).toEqual(await facts(nowhere))
          expect(there.status).toBe(404)
        }
      }
    }
    const document = await (await owner.get('/api/openapi.json')).json()
    expect(document.paths).not.toHaveProperty('/api/metrics')
  })

  test('the metrics need the token in the header, for everyone', async () => {
    await using gallery = await openGallery({ metricsToken: token })
    const owner = await gallery.asOwner()
    const guest = await gallery.asGuest('Gus')
    const wrong = ['', 'x', token.slice(0, -1), `${token}x`, token.toUpperCase(), `${token} x`]
    for (const browser of [gallery.asVisitor(), guest, owner]) {
      expect((await browser.get('/api/metrics', bearer())).status).toBe(200)
      gallery.clock.advance(60_000)
      for (const headers of [{}, ...wrong.map(bearer), { authorization: `Basic ${token}` }]) {
        const answer = await browser.get('/api/metrics', headers)
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
          401,
          'Bearer realm="metrics"',
        ])
        expect(await answer.text()).not.toContain('vitrine_')
      }
    }
    gallery.clock.advance(60_000)
    for (const path of [`/api/metrics?token=${token}`, `/api/metrics?access_token=${token}`]) {
      expect((await owner.get(path)).status).toBe(401)
    }
    expect((await owner.get('/api/metrics', { cookie: `token=${token}` })).status).toBe(401)
    expect((await owner.post('/api/metrics', {})).status).toBe(405)
    expect((await gallery.asVisitor().request('/api/metrics', { method: 'HEAD' })).status).toBe(401)
    const scheme = { authorization: `bearer  ${token}` }
    expect((await gallery.asVisitor().get('/api/metrics', scheme)).status).toBe(200)
  })

  test('access to the metrics is refused after 10 wrong tokens a minute, and never with the right one', async () => {
    await using gallery = await openGallery({ metricsToken: token })
    const statusFor = async (text: string) =>
      (await gallery.asVisitor().get('/api/metrics', bearer(text))).status
    for (let n = 0; n < 10; n++) expect(await statusFor(`guess-number-${n}`)).toBe(401)
    expect(await statusFor('guess-number-11')).toBe(429)
    expect(await statusFor(token)).toBe(200)
    gallery.clock.advance(60_000)
    expect(await statusFor('guess-number-12')).toBe(401)
  })

  test('the metrics endpoint is documented and declared like every route', async () => {
    await using gallery = await openGallery({ metricsToken: token })
    const document = await (await gallery.asVisitor().get('/api/openapi.json')).json()
    expect(document.paths['/api/metrics'].get).toMatchObject({
      'x-role': 'anybody',
      tags: ['Server'],
      responses: { 200: { content: { 'text/plain': {} } }, 401: {}, 429: {} },
    })
    const table = routeTable(createApp(gallery.services, () => undefined).routes)
    expect(table.find(({ path }) => path === '/api/metrics')).toMatchObject({
      method: 'GET',
      role: 'anybody',
    })
  })
})

describe('values', () => {
  test('the metrics count requests by route, method and status, never by address', async () => {
    await using gallery = await openGallery({ metricsToken: token })
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner)
    const visitor = gallery.asVisitor()
    for (const path of [
      `/api/photos/${photo.id}`,
      `/api/photos/${photo.id}?x=1`,
      '/api/photos/search?q=a',
      '/api/nothing/at/all',
      '/api/photos/%22%7D%0a',
      '/',
      `/photo/${photo.id}`,
      '/photo/x/y/z',
      '/archive',
      '/camera',
      '/camera/x',
      '/keyword/x',
      '/robots.txt',
      '/wp-login.php',
      '/assets/main-1.js',
    ]) {
      await visitor.get(path)
    }
    await visitor.request('/api/photos/x', { method: 'DELETE' })
    for (const method of ['PROPFIND', 'MKCOL', 'LOCK']) {
      await rawExchange(gallery.port, head(method, '/api/photos', ['Host: x']))
    }
    const samples = await scrape(gallery)
    const count = (route: string, method: string, status: number) =>
      samples.get(
        `vitrine_http_requests_total{route="${route}",method="${method}",status="${status}"}`,
      )
    expect(count('/api/photos/:id', 'GET', 404)).toBe(3)
    expect(count('/api/photos/search', 'GET', 200)).toBe(1)
    expect(count('/api/photos/:id', 'DELETE', 401)).toBe(1)
    expect(count('/api/*', 'GET', 404)).toBe(1)
    expect(count('/', 'GET', 200)).toBe(1)
    expect(count('/photo/:photoId', 'GET', 404)).toBe(1)
    expect(count('/archive', 'GET', 200)).toBe(1)
    expect(count('/camera', 'GET', 200)).toBe(1)
    expect(count('/camera/:cameraId', 'GET', 200)).toBe(1)
    expect(count('/keyword/:word', 'GET', 404)).toBe(1)
    expect(count('/robots.txt', 'GET', 200)).toBe(1)
    expect(count('/*', 'GET', 404)).toBeGreaterThanOrEqual(1)
    expect(count('/assets/*', 'GET', 404)).toBe(1)
    const asked = [...samples.keys()].filter((name) => name.startsWith('vitrine_http_requests'))
    const routesAsked = asked.map((name) => /route="([^"]*)"/.exec(name)![1]!)
    const known = new Set(
      routeTable(createApp(gallery.services, () => undefined).routes).map(({ path }) => path),
    )
    for (const page of pageIds) known.add(pageRules[page].path.replace('?', ''))
    for (const other of ['/*', '/robots.txt', '/api/*', '/camera', '/assets/*']) known.add(other)
    expect(routesAsked.filter((route) => !known.has(route))).toEqual([])
    const methods = new Set(asked.map((name) => /method="([^"]*)"/.exec(name)![1]!))
    expect([...methods].filter((method) => !/^(GET|PUT|POST|DELETE|other)$/.test(method))).toEqual(
      [],
    )
    const histogram = 'vitrine_http_request_duration_seconds'
    const labels = 'route="/api/photos/:id",method="GET"'
    expect(samples.get(`${histogram}_count{${labels}}`)).toBe(3)
    expect(samples.get(`${histogram}_bucket{le="+Inf",${labels}}`)).toBe(3)
    expect(samples.get(`${histogram}_sum{${labels}}`)).toBeGreaterThan(0)
  })

  test('the metrics have as few series, whatever is requested', async () => {
    await using gallery = await openGallery({ metricsToken: token })
    await gallery.asVisitor().get('/api/photos/first')
    await gallery.asVisitor().get('/first')
    const before = (await scrape(gallery)).size
    for (let n = 0; n < 50; n++) {
      await gallery.asVisitor().get(`/api/photos/${n}`)
      await gallery.asVisitor().get(`/page-${n}`)
    }
    // The first scrape is itself a request.
    expect((await scrape(gallery)).size - before).toBeLessThan(20)
  })

  test('the metrics count imports by source and outcome', async () => {
    await using gallery = await openGallery({ metricsToken: token })
    const owner = await gallery.asOwner()
    const imports = async (source: string) => {
      const samples = await scrape(gallery)
      return ['imported', 'duplicate', 'failed'].map((outcome) =>
        samples.get(`vitrine_imports_total{source="${source}",outcome="${outcome}"}`),
      )
    }
    expect(await imports('local')).toEqual([0, 0, 0])
    const bytes = await camera()
    await upload(gallery, owner, bytes)
    await send(owner, bytes)
    await send(owner, bytes.subarray(0, 500))
    await send(owner, new Uint8Array(10))
    expect(await imports('local')).toEqual([1, 1, 2])
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
    await mkdir(join(folder, 'more'))
    await writeFile(join(folder, 'new.jpg'), await camera({ title: 'New' }))
    await writeFile(join(folder, 'more', 'known.jpg'), bytes)
    await writeFile(join(folder, 'broken.jpg'), bytes.subarray(0, 500))
    const request = { paths: [folder, join(folder, 'missing.jpg')], isPhotostream: false }
    for await (const _ of importFolder(request, gallery.services));
    await rm(folder, { recursive: true })
    expect(await imports('cli')).toEqual([1, 1, 2])
    expect(await imports('drive')).toEqual([0, 0, 0])
  })

  test('the metrics count imports from Google Drive once per file', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake, { metricsToken: token })
    await gallery.connect()
    const folder = fake.addFolder('Photos')
    const bytes = await camera()
    fake.addFile(folder, { name: 'good.jpg', bytes })
    fake.addFile(folder, { name: 'broken.jpg', bytes: bytes.subarray(0, 500) })
    await gallery.drive.setFolder({ driveFolderName: 'Photos' })
    await gallery.importAll()
    const samples = parse(await gallery.services.metrics!.text())
    const count = (outcome: string) =>
      samples.get(`vitrine_imports_total{source="drive",outcome="${outcome}"}`)
    expect(['imported', 'failed'].map(count)).toEqual([1, 1])
  })

  test('the metrics give the size of the gallery and the space that is left', async () => {
    await using gallery = await openGallery({ metricsToken: token })
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner)
    const samples = await scrape(gallery)
    const original = await (await owner.get(`/api/photos/${photo.id}/original`)).arrayBuffer()
    expect(samples.get('vitrine_photos')).toBe(1)
    expect(samples.get('vitrine_gallery_bytes{kind="originals"}')).toBe(original.byteLength)
    expect(samples.get('vitrine_gallery_bytes{kind="renditions"}')).toBeGreaterThan(1000)
    expect(samples.get('vitrine_gallery_bytes{kind="database"}')).toBeGreaterThan(10_000)
    expect(samples.get('vitrine_disk_free_bytes')).toBeGreaterThan(0)
    expect(samples.get('vitrine_disk_size_bytes')).toBeGreaterThan(
      samples.get('vitrine_disk_free_bytes')!,
    )
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(20e6)
    expect(samples.get('process_cpu_seconds_total')).toBeGreaterThan(0)
    expect(samples.get('process_start_time_seconds')).toBeLessThan(Date.now() / 1000)
    expect([...samples.keys()].join()).toContain('vitrine_build_info{version="')
    await upload(gallery, owner, camera({ title: 'Another' }))
    expect((await scrape(gallery)).get('vitrine_photos')).toBe(1)
    gallery.clock.advance(60_000)
    expect((await scrape(gallery)).get('vitrine_photos')).toBe(2)
  })

  test('the metrics count what is waiting: pictures, e-mails and jobs', async () => {
    await using gallery = await openGallery({ metricsToken: token })
    const { queue, store } = gallery.services
    const done = Promise.withResolvers<void>()
    const slots = 64
    const work = Array.from({ length: slots }, () => queue.forVisitor(() => done.promise))
    const imported = queue.forImport(() => done.promise)
    await store.note(() => {
      store.connection.run(
        `INSERT INTO job (row_id, id, kind, state) VALUES
           (901, 'a', 'drive', 'ABORTED'), (902, 'b', 'drive', 'FINISHED'),
           (903, 'c', 'drive', 'FINISHED')`,
      )
      store.connection.run(
        "INSERT INTO mail (row_id, message, next_at, expires_at) VALUES (1, x'00', 9e15, 9e15)",
      )
    })
    const samples = await scrape(gallery)
    const running = samples.get('vitrine_renders_running')!
    expect(running).toBeGreaterThan(0)
    expect(samples.get('vitrine_renders_waiting{for="visitor"}')).toBe(slots - running)
    expect(samples.get('vitrine_renders_waiting{for="import"}')).toBe(1)
    expect(samples.get('vitrine_mails_waiting')).toBe(1)
    expect(samples.get('vitrine_jobs{kind="drive",state="FINISHED"}')).toBe(2)
    expect(samples.get('vitrine_jobs{kind="drive",state="ABORTED"}')).toBe(1)
    expect(samples.get('vitrine_jobs{kind="drive",state="STARTED"}')).toBe(0)
    done.resolve()
    await Promise.all([...work, imported])
    expect((await scrape(gallery)).get('vitrine_renders_running')).toBe(0)
    await store.note(() => void store.connection.run('DELETE FROM mail'))
  })

  test('the metrics report the use of the response cache', async () => {
    await using gallery = await openGallery({ metricsToken: token })
    await gallery.asOwner()
    for (let n = 0; n < 3; n++) await gallery.asVisitor().get('/api/user')
    const samples = await scrape(gallery)
    expect(samples.get('vitrine_response_cache_entries')).toBe(1)
    expect(samples.get('vitrine_response_cache_bytes')).toBeGreaterThan(0)
    expect(samples.get('vitrine_response_cache_requests_total{result="hit"}')).toBe(2)
    expect(samples.get('vitrine_response_cache_requests_total{result="miss"}')).toBe(1)
  })

  test('the metrics give the age of the last verified backup, once there is one', async () => {
    await using gallery = await openGallery({ metricsToken: token })
    const { library } = gallery.services
    expect((await scrape(gallery)).has('vitrine_last_backup_age_seconds')).toBe(false)
    await noteLastBackup(library, { at: gallery.clock.now(), folder: '/b', photos: 0, bytes: 0 })
    gallery.clock.advance(3_600_000)
    expect((await scrape(gallery)).get('vitrine_last_backup_age_seconds')).toBe(3600)
  })

  test('the metrics are all described in docs/monitoring.md, and no others are', async () => {
    await using gallery = await openGallery({ metricsToken: token })
    const { library } = gallery.services
    await noteLastBackup(library, { at: 0, folder: '/b', photos: 0, bytes: 0 })
    await noteDrill(library, { at: 0, folder: '/b', photos: 0, problems: [] })
    const answer = await gallery.asVisitor().get('/api/metrics', bearer())
    const printed = (await answer.text()).matchAll(/^# TYPE (\w+)/gm)
    const text = await Bun.file(join(import.meta.dir, '../../docs/monitoring.md')).text()
    const rows = text.split('\n').filter((line) => /^\| `(vitrine|process)_/.test(line))
    const described = rows.flatMap((row) => row.split('|')[1]!.match(/\w+/g)!)
    expect(described.sort()).toEqual([...printed].map(([, name]) => name!).sort())
  })

  const promtool = { isMet: Bun.which('promtool') !== null, otherwise: 'promtool is not installed' }
  testWith(promtool)('the metrics satisfy Prometheus’ own checker', async () => {
    await using gallery = await openGallery({ metricsToken: token })
    const owner = await gallery.asOwner()
    await upload(gallery, owner)
    await noteLastBackup(gallery.services.library, {
      at: gallery.clock.now(),
      folder: '/b',
      photos: 1,
      bytes: 1,
    })
    const text = await (await owner.get('/api/metrics', bearer())).text()
    const program = Bun.spawn(['promtool', 'check', 'metrics'], {
      stdin: new Blob([text]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const said = await new Response(program.stderr).text()
    expect([await program.exited, said]).toEqual([0, ''])
  })
})
