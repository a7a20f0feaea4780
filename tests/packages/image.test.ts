import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  clearAway,
  type RunningVitrine,
  runCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { describeWith } from '../support/needs.ts'
import { claim, ownerClient } from '../support/owner-client.ts'
import { buildImage, type Image, needsBuildah } from './image.ts'
import { servesItsPhoto } from './imports-and-serves.ts'
import { descendant, endsWithin, mountOptions, statusOf } from './processes.ts'

setDefaultTimeout(300_000)

const root = join(import.meta.dir, '../..')
const executable = '/usr/local/bin/vitrine'
/** What docker stop and systemd may wait for at most, in ms. */
const stopLimitMs = 5000
/** Compressed, in bytes. */
const mostBytes = 75e6

const buildah = await needsBuildah()

describeWith(buildah)('container', () => {
  let image: Image
  beforeAll(async () => {
    image = await buildImage(temporaryFolder(), '1.2.3-test')
  })
  afterAll(clearAway)

  test('the container image imports, serves and restarts as any user with a read-only root', async () => {
    const run = await image.container('1234:1234')
    const photos = temporaryFolder()
    const [photo] = writePhotos(photos, await makePhotos(1, { width: 1200, height: 800 }))
    chmodSync(photos, 0o755)
    // The server reads the photos, the command only asks for it.
    const wrapper = run(`${photos}:/photos:ro`)
    const server = await startVitrine('/data', { wrapper, executable })
    const pid = descendant(server.pid, 'vitrine')
    expect(statusOf(pid).get('Uid')).toBe('1234 1234 1234 1234')
    expect(statusOf(pid).get('Gid')).toBe('1234 1234 1234 1234')
    expect(mountOptions(pid, '/')).toContain('ro')
    expect(mountOptions(pid, '/tmp')).toEqual([])

    const cookie = await claim(server)
    const words = ['import', photo!.replace(photos, '/photos'), '--album', 'A', '--photostream']
    const imported = await runCommand(words, { wrapper, executable })
    expect(imported.text).toContain('1 imported, 0 already in the gallery, 0 failed')
    await servesItsPhoto(server, ownerClient(server, cookie))
    await stops(server)

    const again = await startVitrine('/data', { wrapper: run(), executable })
    await servesItsPhoto(again, ownerClient(again, cookie))
    await stops(again)
  })

  test('the container image is healthy as its own user while it runs, and only then', async () => {
    const run = await image.container('')
    const server = await startVitrine('/data', { wrapper: run(), executable })
    const pid = descendant(server.pid, 'vitrine')
    expect(statusOf(pid).get('Uid')).toBe('65532 65532 65532 65532')
    const { port } = new URL(server.address)
    const health = () => runCommand(['health', '--port', port], { wrapper: run(), executable })
    expect((await health()).text).toStartWith('ok\n')
    await stops(server)
    expect((await health()).text).toStartWith('vitrine: no answer from 0.0.0.0:')
  })

  test('the container image says how to run it', async () => {
    const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(await image.config()).toMatchObject({
      User: '65532:65532',
      Entrypoint: [executable],
      Volumes: { '/data': {} },
      ExposedPorts: { '4380/tcp': {}, '80/tcp': {}, '443/tcp': {} },
      Healthcheck: { Test: ['CMD', executable, 'health'] },
      Labels: {
        'org.opencontainers.image.version': '1.2.3-test',
        'org.opencontainers.image.description': description,
      },
    })
  })

  test('the container image is at most 75 MB to download', async () => {
    const gzip = await image.compressedSize('gzip', 9)
    const zstd = await image.compressedSize('zstd', 19)
    console.log(
      `  ${(gzip / 1e6).toFixed(1)} MB with gzip, ${(zstd / 1e6).toFixed(1)} MB with zstd`,
    )
    expect(gzip).toBeLessThanOrEqual(mostBytes)
  })
})

/** buildah's own exit code says nothing: it cannot clean up on a read-only root. */
async function stops(server: RunningVitrine): Promise<void> {
  const pid = descendant(server.pid, 'vitrine')
  process.kill(pid, 'SIGTERM')
  expect(await endsWithin(pid, stopLimitMs)).toBe(true)
  await server.stop()
}

test('the version label is a build argument, which the release prints and the checklist names', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  // An argument before FROM is not known after it.
  const final = read('docker/Dockerfile')
    .split(/^FROM /m)
    .at(-1)
  expect(final).toMatch(/^ARG VERSION=unreleased$/m)
  expect(final).toMatch(/org\.opencontainers\.image\.version="\$\{VERSION\}"/)
  for (const path of ['scripts/release.ts', 'docs/releasing.md']) {
    expect(read(path)).toContain('docker build --build-arg VERSION=')
  }
})

test('the Dockerfile has the pinned version of Bun', () => {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const dockerfile = readFileSync(join(root, 'docker/Dockerfile'), 'utf8')
  expect(dockerfile).toContain(`ARG BUILD_IMAGE=oven/${packageManager.replace('@', ':')}\n`)
})
