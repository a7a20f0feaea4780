import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clearAway, startCommand, startVitrine, temporaryFolder } from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { testWith } from '../support/needs.ts'
import { claim, ownerClient } from '../support/owner-client.ts'
import { needsStrace, readTrace, type SystemCall, tracing } from '../support/strace.ts'

setDefaultTimeout(60_000)
afterAll(clearAway)

const writing = ['write', 'pwrite64', 'writev', 'pwritev', 'fsync', 'fdatasync']
const placing = ['rename', 'renameat', 'renameat2', 'link', 'linkat']
const watched = [...writing, ...placing, 'sendto', 'sendmsg']
const strace = await needsStrace()

testWith(strace)('an upload is answered after everything is on the disk', async () => {
  const folder = temporaryFolder()
  const output = join(folder, 'trace')
  const server = await startVitrine(join(folder, 'data'), { wrapper: tracing(output, watched) })
  const client = ownerClient(server, await claim(server))
  const ids: string[] = []
  for (const photo of await makePhotos(3)) ids.push((await client.upload(photo)).id!)
  expect(await server.stop()).toBe(0)

  const calls = readTrace(readFileSync(output, 'utf8'))
  for (const id of ids) {
    expectOrder(calls, `/${id}.jpg"`, (call) => call.text.includes('"HTTP/1.1 200 OK'))
  }
})

testWith(strace)('an import reports a photo after it is on the disk', async () => {
  const folder = temporaryFolder()
  const paths = writePhotos(join(folder, 'photos'), await makePhotos(3, { first: 10 }))
  for (const [index, path] of paths.entries()) {
    const output = join(folder, `trace-${index}`)
    const words = ['import', path, '--data', join(folder, 'data')]
    const command = await startCommand(words, { wrapper: tracing(output, watched) })
    expect((await command.ended).code).toBe(0)
    const calls = readTrace(readFileSync(output, 'utf8'))
    expectOrder(calls, '/originals/', (call) => call.text.includes('"imported  '))
  }
})

/**
 * Checks the calls for the photo with `name` in its path: write, fsync, intent on the disk, rename,
 * fsync of the folder, fsync of the database, response.
 */
function expectOrder(calls: SystemCall[], name: string, isAnswer: (call: SystemCall) => boolean) {
  const isGood = (call: SystemCall) => !call.result.startsWith('-1')
  const isSync = (call: SystemCall) => /^f(data)?sync$/.test(call.name) && isGood(call)
  const isDatabaseSync = (call: SystemCall) =>
    isSync(call) && call.text.includes('/vitrine.db-wal>')
  const first = (after: SystemCall, wanted: (call: SystemCall) => boolean) => {
    const found = calls.find((call) => call.began > after.ended && wanted(call))
    expect(found).toBeDefined()
    return found!
  }

  const rename = calls.find(
    (call) => placing.includes(call.name) && isGood(call) && call.text.includes(name),
  )!
  const [, from, to = ''] = /"([^"]+)", .*"([^"]+)"/.exec(rename.text) ?? []
  const writes = calls.filter((call) => /write/.test(call.name) && call.text.includes(`<${from}>`))
  expect(writes.length).toBeGreaterThan(0)
  const lastWrite = writes.reduce((last, call) => (call.ended > last.ended ? call : last))

  const fileSync = first(lastWrite, (call) => isSync(call) && call.text.includes(`<${from}>`))
  const intentSync = first(fileSync, isDatabaseSync)
  expect(rename.began).toBeGreaterThan(intentSync.ended)
  const folder = to.slice(0, to.lastIndexOf('/'))
  const folderSync = first(rename, (call) => isSync(call) && call.text.includes(`<${folder}>`))
  const rowSync = first(folderSync, isDatabaseSync)
  const answer = calls.find((call) => call.began > rename.ended && isAnswer(call))
  expect(answer?.began).toBeGreaterThan(rowSync.ended)
}
