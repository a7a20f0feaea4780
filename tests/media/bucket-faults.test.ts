// What a real S3 engine does not do on request: answers that are lost, slow, cut or misleading.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bucket, openBucket, type StoredObject } from '../../src/storage/bucket.ts'
import { BucketError } from '../../src/storage/bucket-error.ts'
import { photosExample } from '../support/certificate.ts'
import { needsLinux, testWith } from '../support/needs.ts'

type Received = Pick<IncomingMessage, 'method' | 'url' | 'headers'>
type Script = (request: Received, response: ServerResponse) => void

const photo = Buffer.from('the bytes of a photo')
const md5 = createHash('md5').update(photo).digest('hex')
const expected = { size: photo.byteLength, md5 }
const secret = 'secret-of-the-scripted-server'

let script: Script = () => undefined
let received: Received[] = []
let elsewhere: Received[] = []
let bucket: Bucket
let folder: string

const server = createServer((request, response) => {
  const { method, url, headers } = request
  request.on('data', () => undefined)
  request.on('end', () => {
    received.push({ method, url, headers })
    script({ method, url, headers }, response)
  })
})
const other = createServer(({ method, url, headers }, response) => {
  elsewhere.push({ method, url, headers })
  response.end('another host')
})

beforeAll(async () => {
  for (const one of [server, other]) {
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  }
  folder = mkdtempSync(join(tmpdir(), 'vitrine-bucket-'))
  bucket = openBucket({
    address: { bucket: 'photos', prefix: 'gallery' },
    endpoint: `http://127.0.0.1:${portOf(server)}`,
    keyId: 'KEY',
    secret,
    deadlinesMs: { answer: 1000, idle: 1000 },
  })
})
afterEach(() => {
  received = []
  elsewhere = []
  server.closeAllConnections()
})
afterAll(() => {
  for (const one of [server, other]) {
    one.closeAllConnections()
    one.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

describe('lost answers', () => {
  const losing: [string, (response: ServerResponse) => void][] = [
    ['closed the connection', (response) => response.destroy()],
    ['never answered', () => undefined],
    ['was behind a proxy that gave up', (response) => response.writeHead(504).end('Timeout')],
  ]

  for (const [what, lose] of losing) {
    test(`an upload whose answer is lost exists if the server stored it and ${what}`, async () => {
      script = upload(lose, { etag: md5, body: photo })
      expect(await create()).toBe('exists')
      expect(received.map(({ method }) => method)).toContain('HEAD')
    })

    test(`an upload whose answer is lost is unavailable if the server stored nothing and ${what}`, async () => {
      script = upload(lose, undefined)
      expect((await failureOf(create())).kind).toBe('unavailable')
    })

    test(`an upload whose answer is lost is a conflict if there is another object and the server ${what}`, async () => {
      script = upload(lose, { etag: '0'.repeat(32), body: photo })
      expect((await failureOf(create())).kind).toBe('conflict')
    })
  }

  test('an upload whose answer is lost is unavailable if the server cannot be asked afterwards', async () => {
    script = (_, response) => response.destroy()
    expect((await failureOf(create())).kind).toBe('unavailable')
  })

  test('an upload whose answer is lost is looked up after a conflict with another writer', async () => {
    script = upload((response) => s3Error(response, 409, 'ConditionalRequestConflict'), {
      etag: md5,
      body: photo,
    })
    expect(await create()).toBe('exists')
    script = upload((response) => s3Error(response, 409, 'ConditionalRequestConflict'), undefined)
    expect((await failureOf(create())).kind).toBe('unavailable')
  })
})

describe('errors', () => {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString()
  test.each([
    ['unavailable', 503, 'SlowDown', '7', 7],
    ['unavailable', 503, 'ServiceUnavailable', 'a date', 90],
    ['unavailable', 429, 'TooManyRequests', undefined, undefined],
    ['unavailable', 500, 'InternalError', 'soon', undefined],
    ['unavailable', 400, 'RequestTimeout', undefined, undefined],
    ['full', 507, 'InsufficientStorage', undefined, undefined],
    ['full', 507, 'XMinioStorageFull', undefined, undefined],
    ['full', 403, 'QuotaExceeded', undefined, undefined],
    ['refused', 401, 'Unauthorized', undefined, undefined],
    ['refused', 403, 'AccessDenied', undefined, undefined],
    ['refused', 403, 'RequestTimeTooSkewed', undefined, undefined],
    ['refused', 400, 'EntityTooLarge', undefined, undefined],
    ['refused', 404, 'NoSuchBucket', undefined, undefined],
  ] as const)(
    'an error of a bucket is %s after %i %s',
    async (kind, status, code, retryAfter, seconds) => {
      script = ({ method }, response) => {
        if (retryAfter) {
          response.setHeader('Retry-After', retryAfter === 'a date' ? inSeconds(90) : retryAfter)
        }
        if (method === 'HEAD') response.writeHead(404).end()
        else s3Error(response, status, code)
      }
      for (const request of [create, () => bucket.read('x'), () => bucket.remove('x')]) {
        const error = await failureOf(request())
        expect(error.kind).toBe(kind)
        expect(error.message).toContain(`${status} ${code}`)
        if (seconds === undefined) expect(error.retryAfterS).toBeUndefined()
        else expect(Math.abs(error.retryAfterS! - seconds)).toBeLessThan(3)
      }
      expect((await failureOf(Array.fromAsync(bucket.list('')))).kind).toBe(kind)
    },
  )

  test('a bucket counts as full if only the error’s message says so', async () => {
    script = (_, response) =>
      s3Error(response, 403, 'AccessDenied', 'Cannot upload files, storage cap exceeded.')
    expect((await failureOf(create())).kind).toBe('full')
  })

  test('an error of a bucket tells a person what to check', async () => {
    const advice = {
      RequestTimeTooSkewed: 'clock',
      AccessDenied: 'permission',
      AuthorizationHeaderMalformed: 'region',
      InvalidAccessKeyId: 'key ID',
    }
    for (const [code, word] of Object.entries(advice)) {
      script = (_, response) => s3Error(response, 403, code)
      expect((await failureOf(bucket.head('x'))).message).toContain(word)
    }
  })

  test('a web page with the status 404 does not mean that an object is absent', async () => {
    script = (_, response) => response.writeHead(404).end('<h1>Not Found</h1>')
    const requests = [() => bucket.head('x'), () => bucket.read('x'), () => bucket.remove('x')]
    for (const request of requests) {
      const error = await failureOf(request())
      expect(error.kind).toBe('refused')
      expect(error.message).toContain('does not respond like an S3 service')
    }
  })

  test('an error of a bucket is read only up to a limit', async () => {
    script = (_, response) => {
      response.writeHead(403)
      const write = () => {
        if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(write))
      }
      write()
    }
    expect((await failureOf(bucket.read('x'))).kind).toBe('refused')
  })
})

describe('ETags', () => {
  const stored: [string, Script][] = [
    ['of parts', serve({ etag: `${md5}-3`, body: photo })],
    [
      'of an encrypted object',
      serve({
        etag: '0'.repeat(32),
        body: photo,
        headers: { 'x-amz-server-side-encryption': 'aws:kms' },
      }),
    ],
  ]
  for (const [what, answer] of stored) {
    test(`an ETag ${what} is not taken for an MD5; the content is compared instead`, async () => {
      script = answer
      const found: StoredObject | undefined = await bucket.head('x')
      expect(found).toEqual({ size: photo.byteLength, md5: undefined })
      script = (request, response) =>
        request.method === 'PUT'
          ? s3Error(response, 412, 'PreconditionFailed')
          : answer(request, response)
      expect(await create()).toBe('exists')
      const bytes = Uint8Array.from(photo).reverse()
      const reversed = { size: bytes.length, md5: createHash('md5').update(bytes).digest('hex') }
      const creating = bucket.create('x', { bytes }, reversed, 'image/jpeg')
      expect((await failureOf(creating)).kind).toBe('conflict')
    })
  }
})

describe('downloads', () => {
  const half: [string, Script][] = [
    [
      'stops half way',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': 2000 }).write('x'.repeat(1000))
      },
    ],
    [
      'breaks off half way',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': 2000 })
        response.write('x'.repeat(1000), () => response.destroy())
      },
    ],
  ]
  for (const [what, answer] of half) {
    test(`a download that ${what} fails and leaves no file`, async () => {
      script = answer
      const path = join(folder, 'half')
      expect((await failureOf(bucket.download('x', path))).kind).toBe('unavailable')
      expect(existsSync(path)).toBe(false)
      const whole = new Response((await bucket.read('x'))?.body).bytes()
      expect((await failureOf(whole)).kind).toBe('unavailable')
    })
  }

  test('a download of a slow reader is not ended by the deadline', async () => {
    script = serve({ etag: md5, body: photo })
    const found = await bucket.read('x')
    await Bun.sleep(1500)
    expect(await new Response(found?.body).text()).toBe(photo.toString())
  })

  test('a download of a range is refused if the server sends everything', async () => {
    script = serve({ etag: md5, body: photo })
    expect((await failureOf(bucket.read('x', { range: [0, 4] }))).kind).toBe('refused')
  })

  test('a download releases its connection when its reader stops', async () => {
    const closed = Promise.withResolvers<void>()
    script = (_, response) => {
      response.on('close', () => closed.resolve())
      response.writeHead(200, { 'Content-Length': 2000 }).write('x'.repeat(1000))
    }
    const found = await bucket.read('x')
    await found?.body.cancel()
    await closed.promise
  })
})

test('a redirect to another host is not followed with credentials', async () => {
  script = (_, response) => {
    const location = `http://localhost:${portOf(other)}/photos/x`
    response.writeHead(307, { Location: location }).end()
  }
  for (const request of [
    create,
    () => bucket.head('x'),
    () => bucket.read('x'),
    () => bucket.remove('x'),
  ]) {
    const error = await failureOf(request())
    expect(error.kind).toBe('refused')
    expect(error.message).toContain('check the region and the endpoint')
  }
  expect(elsewhere).toEqual([])
  // Bun's own client follows it, without the signature.
  expect((await failureOf(Array.fromAsync(bucket.list('')))).kind).toBe('refused')
  for (const { url, headers } of elsewhere) {
    expect(`${url} ${JSON.stringify(headers)}`).not.toMatch(/signature|credential/i)
  }
})

describe('requests', () => {
  test('a request has conditions in headers and its signature in the address', async () => {
    script = (_, response) => response.writeHead(200).end()
    expect(await create()).toBe('created')
    const [put] = received
    expect(put?.headers).toMatchObject({
      'if-none-match': '*',
      'content-md5': Buffer.from(md5, 'hex').toString('base64'),
      'content-length': `${photo.byteLength}`,
      'content-type': 'image/jpeg',
    })
    // Amazon refuses x-amz headers that are not signed.
    expect(Object.keys(put!.headers).filter((name) => name.startsWith('x-amz'))).toEqual([])
    expect(put?.url).toMatch(/^\/photos\/gallery\/x\?.*X-Amz-SignedHeaders=host/)
    expect(JSON.stringify(put)).not.toContain(secret)
  })

  test('a request ignores AWS_… variables, which may be meant for other programs', async () => {
    const program = `
      import { openBucket } from '${import.meta.dir}/../../src/storage/bucket.ts'
      const bucket = openBucket({
        address: { bucket: 'photos', prefix: '' },
        endpoint: 'http://127.0.0.1:${portOf(server)}', keyId: 'KEY', secret: 'secret',
      })
      await bucket.read('x')
      for await (const object of bucket.list('')) console.log(object)
    `
    script = ({ url }, response) =>
      url?.includes('list-type') ? response.end(listing('')) : s3Error(response, 404, 'NoSuchKey')
    const child = Bun.spawn([process.execPath, '-e', program], {
      env: {
        AWS_SECRET_ACCESS_KEY: 'secret-of-others',
        AWS_BUCKET: 'bucket-of-others',
        AWS_ACCESS_KEY_ID: 'OTHERS',
        AWS_ENDPOINT: 'http://127.0.0.1:9',
        AWS_REGION: 'elsewhere',
      },
      stderr: 'inherit',
    })
    expect(await child.exited).toBe(0)
    expect(received.length).toBe(2)
    expect(JSON.stringify(received)).not.toMatch(/others|elsewhere/i)
  })
})

testWith(needsLinux)(
  'A large file is sent over https with its length, and not held in memory',
  async () => {
    const size = 96 * 1024 * 1024
    const path = join(folder, 'large')
    writeFileSync(path, Buffer.alloc(size))
    let arrived = 0
    let sent: Received['headers'] = {}
    const secure = createSecureServer(photosExample, (request, response) => {
      sent = request.headers
      request.on('data', (chunk: Buffer) => {
        arrived += chunk.byteLength
      })
      request.on('end', () => response.end())
    })
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
    const program = `
    import { openBucket } from '${import.meta.dir}/../../src/storage/bucket.ts'
    const bucket = openBucket({
      address: { bucket: 'photos', prefix: '' },
      endpoint: 'https://127.0.0.1:${portOf(secure)}', keyId: 'KEY', secret: 'secret',
    })
    const before = process.memoryUsage().rss
    const expected = { size: ${size}, md5: '${'0'.repeat(32)}' }
    await bucket.create('x', { path: '${path}' }, expected, 'image/jpeg')
    // Unlike resourceUsage(), this does not begin with what the parent had.
    const most = /VmHWM:\\s*(\\d+) kB/.exec(await Bun.file('/proc/self/status').text())
    console.log(Number(most[1]) * 1024 - before)
  `
    const child = Bun.spawn([process.execPath, '-e', program], {
      env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      stderr: 'inherit',
    })
    const grownBy = Number(await new Response(child.stdout).text())
    secure.close()
    expect(arrived).toBe(size)
    expect(sent['content-length']).toBe(String(size))
    expect(sent['transfer-encoding']).toBeUndefined()
    expect(grownBy).toBeGreaterThan(0)
    expect(grownBy).toBeLessThan(size / 2)
  },
)

describe('listings', () => {
  test('a listing is read where blanks are written as plus signs', async () => {
    const object = `<Contents><Key>gallery/a+b%2Bc</Key><ETag>"${md5}"</ETag><Size>20</Size></Contents>`
    script = (_, response) => response.end(listing(`<EncodingType>url</EncodingType>${object}`))
    expect(await Array.fromAsync(bucket.list(''))).toEqual([{ key: 'a b+c', size: 20, md5 }])
  })

  test('a listing fails as a whole if its second page is missing', async () => {
    const object = '<Contents><Key>gallery/a</Key><Size>20</Size></Contents>'
    const more = '<NextContinuationToken>more</NextContinuationToken>'
    script = ({ url }, response) => {
      if (url?.includes('continuation-token')) return
      response.end(listing(`${object}${more}`, true))
    }
    expect((await failureOf(Array.fromAsync(bucket.list('')))).kind).toBe('unavailable')
  })
})

const create = () => bucket.create('x', { bytes: Uint8Array.from(photo) }, expected, 'image/jpeg')

type Stored = { etag: string; body: Buffer; headers?: Record<string, string> }

function serve({ etag, body, headers = {} }: Stored): Script {
  return ({ method }, response) => {
    response.writeHead(200, { ETag: `"${etag}"`, 'Content-Length': body.byteLength, ...headers })
    response.end(method === 'HEAD' ? undefined : body)
  }
}

/** Answers an upload with `answer`, and shows `stored` afterwards. */
function upload(answer: (response: ServerResponse) => void, stored: Stored | undefined): Script {
  return (request, response) => {
    if (request.method === 'PUT') answer(response)
    else if (stored) serve(stored)(request, response)
    else s3Error(response, 404, 'NoSuchKey')
  }
}

function s3Error(response: ServerResponse, status: number, code: string, message = ''): void {
  response
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`)
}

const listing = (content: string, isTruncated = false) =>
  `<?xml version="1.0"?><ListBucketResult><Name>photos</Name><IsTruncated>${isTruncated}</IsTruncated>${content}</ListBucketResult>`

async function failureOf(attempt: Promise<unknown>): Promise<BucketError> {
  const error = await attempt.then(
    (value) => value,
    (error) => error,
  )
  expect(error).toBeInstanceOf(BucketError)
  return error as BucketError
}

const portOf = (one: typeof server) => (one.address() as AddressInfo).port
