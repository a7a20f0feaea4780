import { beforeAll, describe, expect, test } from 'bun:test'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { AppError } from '../../src/core/errors.ts'
import {
  createImageFetch,
  type FetchLimits,
  systemNetwork,
} from '../../src/gallery/cameras/fetch-image.ts'
import { isPublicAddress } from '../../src/gallery/cameras/public-address.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import { photosExample } from '../support/certificate.ts'
import { textureJpeg } from '../support/jpegs.ts'

const publicAddress = '93.184.215.14'
const otherPublicAddress = '2606:2800:21f:cb07:6820:80da:af6b:8b2c'

let jpeg: Uint8Array
let png: Uint8Array
beforeAll(async () => {
  jpeg = await textureJpeg(64, 48)
  png = await (await loadSharp())(jpeg).png().toBuffer()
})

type Handler = (request: IncomingMessage, response: ServerResponse) => void
/** The addresses of a name for each lookup in turn; the last answer is repeated. */
type Names = Record<string, string[][]>

/**
 * An Internet that is one server on the loopback: it answers for every address, so it also notices
 * every connection that should not have been made.
 */
async function openInternet(handler: Handler, names: Names = {}) {
  const state = { connections: 0, dialled: [] as string[], asked: [] as string[] }
  const plain = createServer(handler)
  const secure = createSecureServer(photosExample, handler)
  for (const server of [plain, secure]) {
    server.on('connection', () => state.connections++)
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  }
  const portOf = (server: typeof plain) => (server.address() as AddressInfo).port
  const network = {
    resolve: async (name: string) => {
      state.asked.push(name)
      const answers = names[name]
      if (!answers) return systemNetwork.resolve(name)
      return answers.length > 1 ? answers.shift()! : answers[0]!
    },
    endpoint: (address: string, port: number) => {
      state.dialled.push(`${address} ${port}`)
      return { address: '127.0.0.1', port: portOf(port === 443 ? secure : plain) }
    },
    ca: photosExample.cert,
  }
  return {
    state,
    network,
    fetch: (address: string, limits?: FetchLimits) => createImageFetch(network, limits)(address),
    [Symbol.asyncDispose]: async () => {
      for (const server of [plain, secure]) {
        server.closeAllConnections()
        await new Promise((closed) => server.close(closed))
      }
    },
  }
}

const atPhotos: Names = { 'photos.example': [[publicAddress]] }
const answering =
  (bytes: () => Uint8Array, type = 'image/jpeg'): Handler =>
  (_, response) =>
    response.writeHead(200, { 'Content-Type': type }).end(bytes())

async function refusalOf(fetching: Promise<unknown>): Promise<string> {
  const error = await fetching.then(
    () => new Error('it was fetched'),
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(AppError)
  const { code, message, details } = error as AppError
  expect({ code, details }).toEqual({ code: 400, details: { field: 'url' } })
  return message
}

describe('address ranges', () => {
  test.each([publicAddress, otherPublicAddress, '1.1.1.1', '::ffff:1.1.1.1', '64:ff9b::1.1.1.1'])(
    'public addresses include %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    [
      'malformed addresses',
      ['', '2130706433', '0x7f000001', '127.1', '1.2.3', 'localhost', '1.1.1.1:80'],
    ],
    ['this machine', ['127.0.0.1', '127.255.255.255', '0.0.0.0', '0.1.2.3', '::1', '::']],
    ['private networks', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1']],
    ['link-local addresses', ['169.254.169.254', 'fe80::1', 'fe80::1%lo', 'fec0::1']],
    ['unique local addresses', ['fc00::1', 'fd12:3456::1']],
    ['multicast and reserved addresses', ['224.0.0.1', '255.255.255.255', '240.0.0.1', 'ff02::1']],
    [
      'documentation and test networks',
      ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1'],
    ],
    [
      'embedded private IPv4 addresses',
      ['::ffff:127.0.0.1', '::ffff:a00:1', '::127.0.0.1', '::ffff:0:7f00:1'],
    ],
    ['tunnels', ['2002:7f00:1::', '2001:0:7f00:1::', '2002:5db8:d70e::', '64:ff9b:1::7f00:1']],
    [
      'private addresses behind NAT64',
      ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::10.0.0.1'],
    ],
    ['unallocated addresses', ['4000::1', '8000::1', 'e000::1']],
  ])('public addresses do not include %s', (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })

  test('a public address is recognised in every notation', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const isPublic = isPublicAddress(address)
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublic)
        expect(isPublicAddress(`64:ff9b::${address}`)).toBe(isPublic)
        expect(isPublicAddress(`::${address}`)).toBe(false)
      }),
    )
  })
})

describe('addresses', () => {
  test.each([
    ['this machine', 'http://127.0.0.1/'],
    ['this machine by name', 'http://localhost/'],
    ['every address', 'http://0.0.0.0/'],
    ['no address', 'http://0/'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['IPv6 nothing', 'http://[::]/'],
    ['IPv4 in IPv6', 'http://[::ffff:127.0.0.1]/'],
    ['IPv4 in IPv6, in hex', 'https://[::ffff:7f00:1]/'],
    ['NAT64', 'http://[64:ff9b::7f00:1]/'],
    ['6to4', 'http://[2002:7f00:1::1]/'],
    ['a private network', 'http://10.0.0.1/'],
    ['a private network', 'http://172.16.0.1/'],
    ['a private network', 'http://192.168.0.1/'],
    ['a private network by https', 'https://192.168.0.1/'],
    ['a cloud’s metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['a decimal number', 'http://2130706433/'],
    ['a hex number', 'http://0x7f000001/'],
    ['hex parts', 'http://0x7f.0x0.0x0.0x1/'],
    ['octal parts', 'http://0177.0.0.01/'],
    ['two parts', 'http://127.1/'],
    ['full-width digits', 'http://１２７.０.０.１/'],
    ['encoded dots', 'http://127%2e0%2e0%2e1/'],
    ['a name inside', 'http://inside.example/'],
    ['a name inside by IPv6', 'http://inside6.example/'],
    ['a name of both', 'http://both.example/'],
  ])(
    'a picture’s address that leads to %s is refused without connecting: %s',
    async (_, address) => {
      await using internet = await openInternet(
        answering(() => jpeg),
        {
          'inside.example': [['10.1.2.3']],
          'inside6.example': [['fd00::1']],
          'both.example': [[publicAddress, '127.0.0.1']],
        },
      )
      expect(await refusalOf(internet.fetch(address))).toContain('is not a public address')
      expect(internet.state).toMatchObject({ connections: 0, dialled: [] })
      expect(await refusalOf(createImageFetch()(address))).not.toBe('')
    },
  )

  test.each([
    ['file:///etc/passwd', 'must begin with http'],
    ['ftp://photos.example/a.jpg', 'must begin with http'],
    ['gopher://photos.example:70/', 'must begin with http'],
    ['data:image/png;base64,iVBORw0KGgo=', 'must begin with http'],
    ['javascript:alert(1)', 'must begin with http'],
    ['unix:/var/run/docker.sock', 'must begin with http'],
    ['http://ann:secret@photos.example/', 'user name or password'],
    ['http://photos.example@127.0.0.1/', 'user name or password'],
    ['http://photos.example:22/', 'port'],
    ['http://photos.example:443/', 'port'],
    ['https://photos.example:80/', 'port'],
    ['http://127.0.0.1:6379/', 'port'],
    ['http://', 'not a valid address'],
    ['photos.example/a.jpg', 'not a valid address'],
    ['//photos.example/a.jpg', 'not a valid address'],
    ['', 'not a valid address'],
    ['http://1.2.3.4.5/', 'not a valid address'],
  ])('a picture’s address like %p is refused before any lookup: %s', async (address, reason) => {
    await using internet = await openInternet(
      answering(() => jpeg),
      atPhotos,
    )
    expect(await refusalOf(internet.fetch(address))).toContain(reason)
    expect(internet.state).toEqual({ connections: 0, dialled: [], asked: [] })
  })

  test('a picture’s address that resolves differently later is fetched from the address that was checked', async () => {
    await using internet = await openInternet(
      answering(() => jpeg),
      { 'rebinding.example': [[publicAddress], ['127.0.0.1']] },
    )
    expect(await internet.fetch('http://rebinding.example/a.jpg')).toEqual(jpeg)
    expect(internet.state.dialled).toEqual([`${publicAddress} 80`])
    expect(internet.state.asked).toEqual(['rebinding.example'])
  })

  test('a picture’s address that resolves elsewhere after redirecting to itself is refused', async () => {
    await using internet = await openInternet(
      (_, response) => response.writeHead(302, { Location: '/a.jpg' }).end(),
      { 'rebinding.example': [[publicAddress], ['127.0.0.1']] },
    )
    const refusal = await refusalOf(internet.fetch('http://rebinding.example/'))
    expect(refusal).toContain('is not a public address')
    expect(internet.state).toMatchObject({ connections: 1, dialled: [`${publicAddress} 80`] })
  })

  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    '//[::1]/',
    'http://169.254.169.254/',
    'http://2130706433/',
    'file:///etc/passwd',
    'ftp://photos.example/',
    'http://ann:secret@photos.example/',
    'http://photos.example:8080/',
    'http://',
  ])('a picture’s address that redirects to %s is refused', async (location) => {
    await using internet = await openInternet(
      (_, response) => response.writeHead(301, { Location: location }).end(),
      atPhotos,
    )
    await refusalOf(internet.fetch('http://photos.example/'))
    expect(internet.state).toMatchObject({ connections: 1, dialled: [`${publicAddress} 80`] })
  })

  test('a picture’s address that redirects is followed three times and no further', async () => {
    await using internet = await openInternet((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end(jpeg)
      else response.writeHead(307, { Location: `${left - 1}` }).end()
    }, atPhotos)
    expect(await internet.fetch('http://photos.example/3')).toEqual(jpeg)
    expect(internet.state.connections).toBe(4)
    const refusal = await refusalOf(internet.fetch('http://photos.example/4'))
    expect(refusal).toBe('the address redirects more than 3 times')
    expect(internet.state.connections).toBe(8)
  })

  test('a picture’s address that cannot be resolved, or not in time, is refused', async () => {
    await using internet = await openInternet(
      answering(() => jpeg),
      { 'empty.example': [[]] },
    )
    expect(await refusalOf(internet.fetch('http://empty.example/'))).toContain(
      'could not find the server empty.example',
    )
    const silent = { ...internet.network, resolve: () => new Promise<string[]>(() => {}) }
    const limits = { bytes: 1000, milliseconds: 50 }
    const refusal = await refusalOf(createImageFetch(silent, limits)('http://photos.example/'))
    expect(refusal).toContain('did not respond within 0.05 s')
    expect(internet.state.connections).toBe(0)
  })

  test('a picture’s address that answers only at its second IP address is fetched from there', async () => {
    await using internet = await openInternet(
      answering(() => jpeg),
      { 'photos.example': [[otherPublicAddress, publicAddress]] },
    )
    const network = {
      ...internet.network,
      // Nothing listens on port 1 of the loopback.
      endpoint: (address: string, port: number) =>
        address === otherPublicAddress
          ? { address: '127.0.0.1', port: 1 }
          : internet.network.endpoint(address, port),
    }
    expect(await createImageFetch(network)('http://photos.example/')).toEqual(jpeg)
  })

  test('a picture’s address is refused if the connection ends elsewhere, as behind a proxy', async () => {
    await using internet = await openInternet(
      answering(() => jpeg),
      atPhotos,
    )
    const astray = {
      ...internet.network,
      // Connecting to 0.0.0.0 reaches this machine under another address.
      endpoint: (address: string, port: number) => ({
        ...internet.network.endpoint(address, port),
        address: '0.0.0.0',
      }),
    }
    const refusal = await refusalOf(createImageFetch(astray)('http://photos.example/'))
    expect(refusal).toBe('the connection was redirected to a different IP address')
  })
})

describe('pictures', () => {
  test('a fetched picture is recognised as JPEG or PNG by its bytes, whatever its declared type', async () => {
    let picture = jpeg
    await using internet = await openInternet(
      answering(() => picture, 'text/html'),
      atPhotos,
    )
    expect(await internet.fetch('http://photos.example/a.gif')).toEqual(jpeg)
    picture = png
    expect(await internet.fetch('http://photos.example/a.jpg?b=c')).toEqual(png)
  })

  test('a fetched picture comes from the server of that name, which receives only what it needs', async () => {
    const seen: unknown[] = []
    await using internet = await openInternet((request, response) => {
      seen.push([request.method, request.url, request.headers])
      response.end(png)
    }, atPhotos)
    await internet.fetch('http://photos.example/a%20b.png?c=d#e')
    const headers = {
      host: 'photos.example',
      accept: 'image/jpeg, image/png',
      'accept-encoding': 'identity',
      'user-agent': 'Vitrine',
      connection: 'close',
    }
    expect(seen).toEqual([['GET', '/a%20b.png?c=d', headers]])
    expect(internet.state.dialled).toEqual([`${publicAddress} 80`])
  })

  test('a fetched picture comes over https only from a server with a valid certificate', async () => {
    await using internet = await openInternet(
      answering(() => jpeg),
      { ...atPhotos, 'other.example': [[publicAddress]] },
    )
    expect(await internet.fetch('https://photos.example/a.jpg')).toEqual(jpeg)
    expect(internet.state.dialled).toEqual([`${publicAddress} 443`])
    expect(await refusalOf(internet.fetch('https://other.example/'))).toContain('certificate')
    expect(await refusalOf(internet.fetch(`https://${publicAddress}/`))).toContain('certificate')
    const { ca: _, ...usual } = internet.network
    const refusal = await refusalOf(createImageFetch(usual)('https://photos.example/'))
    expect(refusal).toContain('certificate')
  })

  test.each([
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['GIF', 'GIF89a\x01\x00\x01\x00'],
    ['WebP', 'RIFF\x00\x00\x00\x00WEBPVP8 '],
    ['PDF', '%PDF-1.7'],
    ['nothing', ''],
    ['half a signature', '\x89PN'],
  ])('a fetched picture is rejected if it is %s sent as image/png', async (_, content) => {
    await using internet = await openInternet(
      answering(() => Buffer.from(content, 'latin1'), 'image/png'),
      atPhotos,
    )
    expect(await refusalOf(internet.fetch('http://photos.example/a.png'))).toContain(
      'no JPEG or PNG picture',
    )
  })

  test.each([404, 204, 206, 304, 500])(
    'a fetched picture is rejected if the status is %p',
    async (status) => {
      await using internet = await openInternet((_, response) => {
        response.writeHead(status).end(status === 204 || status === 304 ? undefined : jpeg)
      }, atPhotos)
      expect(await refusalOf(internet.fetch('http://photos.example/'))).toBe(
        `the server at this address returned status ${status}`,
      )
    },
  )

  test('a fetched picture is rejected past 10 MiB without waiting for the rest', async () => {
    const closed = Promise.withResolvers<void>()
    await using internet = await openInternet((_, response) => {
      response.on('close', closed.resolve)
      const chunk = Buffer.alloc(2 ** 20, 0xff)
      const send = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', send)
      }
      send()
    }, atPhotos)
    const refusal = await refusalOf(internet.fetch('http://photos.example/'))
    expect(refusal).toBe('the picture is larger than the limit of 10 MiB')
    await closed.promise
  })

  test('a fetched picture may have exactly 10 MiB, but not one byte more', async () => {
    const picture = Buffer.alloc(10 * 2 ** 20 + 1)
    picture.set(jpeg)
    let length = picture.length - 1
    await using internet = await openInternet(
      answering(() => picture.subarray(0, length)),
      atPhotos,
    )
    expect((await internet.fetch('http://photos.example/')).length).toBe(10 * 2 ** 20)
    length++
    expect(await refusalOf(internet.fetch('http://photos.example/'))).toContain('larger')
  })

  test.each([
    ['never arrives', () => {}],
    ['arrives too slowly', (response: ServerResponse) => response.write(jpeg.subarray(0, 10))],
    ['has no stated length', (response: ServerResponse) => response.flushHeaders()],
  ])(
    'a fetched picture that %s is given up at the time limit, and the connection is closed',
    async (_, begin) => {
      const closed = Promise.withResolvers<void>()
      await using internet = await openInternet((_, response) => {
        const drip = setInterval(() => response.headersSent && response.write('.'), 10)
        response.on('close', () => {
          clearInterval(drip)
          closed.resolve()
        })
        begin(response)
      }, atPhotos)
      const limits = { bytes: 10_000, milliseconds: 200 }
      const refusal = await refusalOf(internet.fetch('http://photos.example/', limits))
      expect(refusal).toBe('the address did not respond within 0.2 s')
      await closed.promise
    },
  )

  test.each([true, false])(
    'a fetched picture that breaks off is rejected (length known: %p)',
    async (isKnown) => {
      await using internet = await openInternet((_, response) => {
        response.writeHead(200, isKnown ? { 'Content-Length': String(jpeg.length + 100) } : {})
        response.write(jpeg, () => response.destroy())
      }, atPhotos)
      expect(await refusalOf(internet.fetch('http://photos.example/'))).toContain('could not load')
    },
  )
})
