// A real S3 engine on the loopback: Ceph's monitor, one OSD and its RADOS gateway, in a folder of
// their own.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { type Subprocess, which } from 'bun'
import type { Need } from './needs.ts'
import { freePort } from './proxies.ts'

const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin']

export const needsCeph: Need = {
  isMet: programs.every((program) => which(program)),
  otherwise: 'Ceph is not installed',
}

export type Ceph = Awaited<ReturnType<typeof startCeph>>

type Options = {
  /** A file keeps objects when the OSD dies; memory starts faster. */
  readonly store?: 'memory' | 'file'
}

const region = 'us-east-1'
/** Ends a program with the tests even if they are killed. */
const tied = which('setpriv') ? ['setpriv', '--pdeathsig', 'KILL', '--'] : []
const startLimitMs = 30_000
/** Another program can take a free port before Ceph does. */
const attempts = 3

/** Starts Ceph; `await using` stops it and deletes its folder. */
export async function startCeph(options: Options = {}) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(options)
    } catch (error) {
      if (attempt === attempts) throw error
    }
  }
}

async function start({ store = 'memory' }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-ceph-'))
  const port = freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const keyId = `VITRINE${randomBytes(4).toString('hex').toUpperCase()}`
  const secret = randomBytes(20).toString('base64url')
  const running = new Map<string, Subprocess>()

  const command = (words: readonly string[]) => [words[0]!, '-c', 'ceph.conf', ...words.slice(1)]
  const run = async (...words: string[]) => {
    const limit = AbortSignal.timeout(startLimitMs)
    const own = words[0] === 'monmaptool' ? words : command(words)
    const child = Bun.spawn([...tied, ...own], {
      cwd: folder,
      stdout: 'ignore',
      stderr: 'pipe',
      signal: limit,
      killSignal: 'SIGKILL',
    })
    const said = await new Response(child.stderr).text()
    if ((await child.exited) !== 0) throw new Error(`${words.join(' ')} failed: ${said}`)
  }
  const launch = (name: string, ...words: string[]) => {
    const output = Bun.file(join(folder, `${name}.out`))
    const child = Bun.spawn([...tied, ...command(words), '-f'], {
      cwd: folder,
      stdout: output,
      stderr: output,
    })
    running.set(name, child)
    return child
  }
  const end = async (name: string, signal: 'SIGTERM' | 'SIGKILL') => {
    const child = running.get(name)
    running.delete(name)
    child?.kill(signal)
    await child?.exited
  }

  const startGateway = async () => {
    launch(
      'gateway',
      ...['radosgw', '-n', 'client.rgw', '--rgw-run-sync-thread=false'],
      ...['--rgw-frontends', `beast endpoint=127.0.0.1:${port} tcp_nodelay=1`],
    )
    const giveUpAt = Date.now() + startLimitMs
    while (!(await answers(endpoint))) {
      const isRunning = running.get('gateway')?.exitCode === null
      if (!isRunning || Date.now() > giveUpAt) {
        throw new Error(
          `The gateway does not respond: ${readFileSync(join(folder, 'gateway.out'), 'utf8')}`,
        )
      }
      await Bun.sleep(20)
    }
  }
  /** It ends if it meets the monitor before it has learned the cluster's id. */
  const startStorage = (launches = 5) => {
    const child = launch('storage', 'ceph-osd', '-i', '0')
    const again = () => {
      if (running.get('storage') === child && launches > 1) startStorage(launches - 1)
    }
    void child.exited.then(again)
  }
  const dispose = async () => {
    await Promise.all([...running.keys()].map((name) => end(name, 'SIGKILL')))
    rmSync(folder, { recursive: true, force: true })
  }

  const startedAt = performance.now()
  try {
    const fsid = randomUUID()
    const disk = randomUUID()
    const monitor = `v1:127.0.0.1:${freePort()}`
    for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'ceph.conf'), configuration({ folder, fsid, monitor, store }))
    await run('monmaptool', '--create', '--addv', 'a', monitor, '--fsid', fsid, 'monmap')
    await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', 'monmap')
    launch('monitor', 'ceph-mon', '-i', 'a')
    await run('ceph', 'osd', 'new', disk)
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk)
    startStorage()
    await run(
      ...['radosgw-admin', 'user', 'create', '--uid=vitrine', '--display-name=Vitrine'],
      ...[`--access-key=${keyId}`, `--secret-key=${secret}`],
    )
    await startGateway()
  } catch (error) {
    await dispose()
    throw error
  }

  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
  })

  const listObjects = async (bucket: string, prefix = '') => {
    const objects: { key: string; size: number }[] = []
    for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
      for (const { Key, Size } of page.Contents ?? []) objects.push({ key: Key!, size: Size! })
    return objects
  }
  const read = async (bucket: string, key: string): Promise<Uint8Array> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
    return Body!.transformToByteArray()
  }
  const write = async (bucket: string, key: string, bytes: Uint8Array) => {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }))
  }
  const removeObject = async (bucket: string, key: string) => {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
  }

  return {
    endpoint,
    region,
    keyId,
    secret,
    /** How long everything took to start. */
    startedInMs: performance.now() - startedAt,

    makeBucket: async (): Promise<string> => {
      const bucket = `photos-${randomBytes(6).toString('hex')}`
      await client.send(new CreateBucketCommand({ Bucket: bucket }))
      return bucket
    },

    listObjects,
    read,
    write,
    removeObject,
    /** Inverts one bit of an object. */
    flip: async (bucket: string, key: string, at: (size: number) => number) => {
      const bytes = await read(bucket, key)
      const index = at(bytes.length)
      bytes[index] = bytes[index]! ^ 1
      await write(bucket, key, bytes)
    },
    emptyBucket: async (bucket: string) => {
      for (const { key } of await listObjects(bucket)) await removeObject(bucket, key)
    },
    /** Copies the objects below a prefix to a new folder. */
    download: async (bucket: string, prefix: string, folder: string) => {
      for (const { key } of await listObjects(bucket, prefix)) {
        await Bun.write(join(folder, key.slice(prefix.length)), await read(bucket, key))
      }
    },

    /** The md5 of the bytes that the bucket returns; undefined if there is no such object. */
    objectMd5: async (bucket: string, key: string): Promise<string | undefined> => {
      try {
        return createHash('md5')
          .update(await read(bucket, key))
          .digest('hex')
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },

    /** The most bytes that a bucket may hold. */
    setQuota: async (bucket: string, bytes: number) => {
      const scope = ['--quota-scope=bucket', `--bucket=${bucket}`]
      await run('radosgw-admin', 'quota', 'set', ...scope, `--max-size=${bytes}`)
      await run('radosgw-admin', 'quota', 'enable', ...scope)
    },

    /** Only the gateway; the objects are kept. */
    gateway: {
      start: startGateway,
      stop: () => end('gateway', 'SIGTERM'),
      kill: () => end('gateway', 'SIGKILL'),
      /** Keeps its connections and answers nothing until resume(). */
      pause: () => running.get('gateway')?.kill('SIGSTOP'),
      resume: () => running.get('gateway')?.kill('SIGCONT'),
    },

    /** The OSD, whose objects survive only in a file. */
    storage: {
      start: () => startStorage(),
      kill: () => end('storage', 'SIGKILL'),
    },

    /** Resident memory of all its processes, in bytes. */
    memory: () =>
      [...running.values()].reduce((sum, { pid }) => {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        return sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
      }, 0),

    [Symbol.asyncDispose]: async () => {
      client.destroy()
      await dispose()
    },
  }
}

const answers = (endpoint: string) =>
  fetch(endpoint, { keepalive: false }).then(
    () => true,
    () => false,
  )

type Place = { folder: string; fsid: string; monitor: string; store: 'memory' | 'file' }

/** One copy of everything, no passwords among its own parts, and no second of waiting for more. */
const configuration = ({ folder, fsid, monitor, store }: Place) => `[global]
fsid = ${fsid}
mon host = ${monitor}
public addr = 127.0.0.1
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/rgw
run dir = ${folder}
admin socket =
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
pid file = ${folder}/$name.pid
paxos propose interval = 0.02
paxos min wait = 0.01
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 0
osd objectstore = ${store === 'file' ? 'bluestore' : 'memstore'}
memstore device bytes = 4294967296
bluestore block size = 4294967296
bluestore fsck on mkfs = false
rgw bucket quota ttl = 0
osd client watch timeout = 2
objecter tick interval = 0.5
`
