import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import {
  clearAway,
  type RunningVitrine,
  startCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { claim, type OwnerClient, ownerClient } from '../support/owner-client.ts'
import { faultsOf } from '../support/server-faults.ts'

setDefaultTimeout(60_000)
afterAll(clearAway)

const readers = 50

test('SIGTERM during uploads with 50 readers interrupts no response and loses nothing', async () => {
  const { data, server, cookie, client } = await startFilled()
  const photos = await makePhotos(30, { first: 200 })
  const acknowledged: string[] = []
  const uploads = photos.map(async (photo) => {
    const outcome = await client.upload(photo).catch(() => undefined)
    if (outcome?.id) acknowledged.push(outcome.id)
  })
  const reading = readAll(client)
  await reading.untilUnderWay()
  const { code, ms } = await stopAndTime(server)
  const { answers, cut } = await reading.end()
  await Promise.all(uploads)
  expect(code).toBe(0)
  expect(cut).toEqual([])
  console.log(`  stopped in ${ms} ms (limit: 5,000 ms), ${answers} answers`)

  const again = await startVitrine(data)
  const client2 = ownerClient(again, cookie)
  expect(await faultsOf(again, client2, { acknowledged })).toEqual([])
})

test('SIGTERM to a server with an import stops it cleanly, and the next server continues it', async () => {
  const { data, server, cookie, client } = await startFilled()
  const folder = join(temporaryFolder(), 'photos')
  writePhotos(folder, await makePhotos(60, { first: 300 }))
  const command = await startCommand(['import', folder, '--data', data])
  await command.untilPrinted(/imported/)
  const reading = readAll(client)
  await Bun.sleep(200)
  const { code, ms } = await stopAndTime(server)
  const { cut } = await reading.end()
  expect(code).toBe(0)
  expect(cut).toEqual([])
  console.log(`  stopped in ${ms} ms (limit: 5,000 ms)`)
  await command.untilPrinted(/Lost the connection to the server\. Waiting for it to come back\./)

  const again = await startVitrine(data)
  const { code: importCode, text } = await command.ended
  expect(text).toContain('60 imported, 0 already in the gallery, 0 failed')
  expect(importCode).toBe(0)
  expect(again.printed()).not.toContain('Cleaned up')
  expect(await faultsOf(again, ownerClient(again, cookie))).toEqual([])
})

test('SIGTERM to an import without a server finishes the photos in progress', async () => {
  const data = join(temporaryFolder(), 'data')
  const folder = join(temporaryFolder(), 'photos')
  writePhotos(folder, await makePhotos(60, { first: 400 }))
  const command = await startCommand(['import', folder, '--data', data])
  await command.untilPrinted(/imported/)
  command.signal('SIGTERM')
  const { code, text } = await command.ended
  expect(code).toBe(1)
  const [, imported] = /(\d+) imported, 0 already in the gallery, 0 failed/.exec(text) ?? []
  expect(text).toContain('Stopped early: cancelled.')
  const server = await startVitrine(data)
  const client = ownerClient(server, await claim(server))
  expect(server.printed()).not.toContain('Cleaned up')
  expect((await client.photos()).length).toBe(Number(imported))
  expect(await faultsOf(server, client)).toEqual([])
})

test('SIGTERM to an idle server stops it at once, with or without open connections', async () => {
  const { server } = await startFilled()
  const { code, ms } = await stopAndTime(server)
  expect(code).toBe(0)
  console.log(`  stopped in ${ms} ms`)
})

async function startFilled() {
  const data = join(temporaryFolder(), 'data')
  const server = await startVitrine(data)
  const cookie = await claim(server)
  const client = ownerClient(server, cookie)
  for (const photo of await makePhotos(12)) expect((await client.upload(photo)).status).toBe(200)
  return { data, server, cookie, client }
}

async function stopAndTime(server: RunningVitrine) {
  const started = performance.now()
  const code = await server.stop()
  return { code, ms: Math.round(performance.now() - started) }
}

/**
 * Fifty readers request pages and pictures. A response is cut if it begins and does not end; a
 * connection refused or closed before the first byte does not count.
 */
function readAll(client: OwnerClient) {
  let isOver = false
  let answers = 0
  const cut: string[] = []
  const read = async (number: number) => {
    const photos = await client.photos()
    const names = photos.map(({ fileName }) => fileName)
    const paths = ['/', '/api/photos?limit=12', ...names.map((name) => `/api/resizes/${name}`)]
    for (let turn = number; !isOver; turn++) {
      const path = paths[turn % paths.length]!
      const answer = await client.request(path).catch(() => undefined)
      if (!answer) return
      try {
        const { byteLength } = await answer.arrayBuffer()
        const length = Number(answer.headers.get('content-length') ?? byteLength)
        if (
          answer.status !== 200 ||
          (length !== byteLength && !answer.headers.has('content-encoding'))
        ) {
          cut.push(`${path}: ${answer.status}, ${byteLength} bytes`)
        }
        answers++
      } catch (error) {
        cut.push(`${path}: ${error}`)
      }
    }
  }
  const all = Array.from({ length: readers }, (_, number) => read(number).catch(() => undefined))
  return {
    /** Until there were more responses than readers, however slow the machine is. */
    untilUnderWay: async () => {
      while (answers <= readers) await Bun.sleep(20)
    },
    end: async () => {
      isOver = true
      await Promise.all(all)
      return { answers, cut }
    },
  }
}
