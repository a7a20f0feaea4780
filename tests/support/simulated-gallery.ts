// A gallery that backs itself up over many days of a clock that the test moves.
import { Database } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupTarget, Safety } from '../../src/contract/site/safety.ts'
import { minuteMs } from '../../src/core/time.ts'
import { lastingFiles } from './backups.ts'
import type { Browser } from './browser.ts'
import { executable, runCommand, temporaryFolder } from './executable.ts'
import { type Gallery, openGallery } from './gallery.ts'

const webhookSecret = `whsec_${Buffer.from('twenty-four random bytes').toString('base64')}`

/** What the owner is told: the notice's type and sentence. */
export type Told = { readonly type: string; readonly kind: string; readonly text: string }

export type SimulatedGallery = Awaited<ReturnType<typeof openSimulatedGallery>>

/** Backs up into `folder` at three in the morning; a webhook receives the notices. */
export async function openSimulatedGallery(folder: string, keep: Safety['keep']) {
  const data = join(temporaryFolder(), 'data')
  const pidFile = join(temporaryFolder(), 'backup.pid')
  const program = ['sh', '-c', `echo $$ > ${pidFile}; exec "$0" "$@"`, await executable()]
  const open = () => openGallery({ data, program, keepFolder: true, volumeWarning: false })
  const told: Told[] = []
  const receiver = openReceiver(told)
  let gallery: Gallery = await open()
  let owner: Browser = await gallery.asOwner()
  await owner.data('/api/safety/notices', {
    method: 'POST',
    body: { kind: 'webhook', address: receiver.url.href, secret: webhookSecret },
  })
  const schedule = { every: 'day', weekday: 1, hour: 3 }
  await owner.data('/api/safety', { method: 'PUT', body: { folders: [folder], keep, schedule } })

  const target = async (): Promise<BackupTarget> =>
    (await owner.data<Safety>('/api/safety')).targets[0]!

  /** Begins a backup, even if none is due. */
  const begin = () => {
    rmSync(pidFile, { force: true })
    gallery.services.safety.backUp({})
    return whileRunning(gallery.services.safety.runDue())
  }

  return {
    data,
    gallery: () => gallery,
    owner: () => owner,
    told,
    target,
    /** Signs in again, as sessions end. */
    signIn: async () => {
      owner = await gallery.asOwner()
    },
    /** Moves the clock to three in the morning of the next day, and some ms past it. */
    goToNextNight: () => {
      const night = new Date(gallery.clock.now())
      night.setHours(24 + 3, 0, 1, 0)
      gallery.clock.advance(night.getTime() - gallery.clock.now())
    },
    /** Makes the backups that are due. */
    backUp: async (): Promise<BackupTarget> => {
      await gallery.services.safety.runDue()
      return target()
    },
    /** Looks for news as the server does, also so much later that what is solved is told. */
    look: async () => {
      await gallery.services.notices.look()
      gallery.clock.advance(10 * minuteMs)
      await gallery.services.notices.look()
    },
    /** Begins a backup and kills its process after `ms`. @returns whether it still ran. */
    killBackup: async (ms: number): Promise<boolean> => {
      const running = begin()
      const isKilled = await kill(pidFile, running, ms)
      await running.ended
      return isKilled
    },
    /** The same, with the server, which starts again. */
    killServer: async (ms: number): Promise<boolean> => {
      const running = begin()
      let stopping: Promise<void> | undefined
      const isKilled = await kill(pidFile, running, ms, () => {
        stopping = gallery.services.safety.stop()
      })
      await Promise.all([stopping, running.ended])
      const now = gallery.clock.now()
      await gallery.abandon()
      gallery = await open()
      gallery.clock.advance(now - gallery.clock.now())
      owner = await gallery.asOwner()
      return isKilled
    },
    close: async () => {
      await gallery[Symbol.asyncDispose]()
      await receiver.stop(true)
    },
  }
}

function openReceiver(told: Told[]) {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { type, data } = (await request.json()) as { type: string; data: Omit<Told, 'type'> }
      told.push({ type, kind: data.kind, text: data.text })
      return new Response('ok')
    },
  })
}

function whileRunning(work: Promise<void>) {
  const running = { hasEnded: false, ended: work }
  void work.then(() => {
    running.hasEnded = true
  })
  return running
}

/** Ends the backup `ms` after its process began, unless it has ended before. */
async function kill(
  pidFile: string,
  running: { readonly hasEnded: boolean },
  ms: number,
  before: () => void = () => undefined,
): Promise<boolean> {
  while (!running.hasEnded && !isWritten(pidFile)) await Bun.sleep(1)
  await Bun.sleep(ms)
  const isRunning = !running.hasEnded
  before()
  if (isRunning) process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL')
  return isRunning
}

const isWritten = (path: string) => existsSync(path) && readFileSync(path, 'utf8').endsWith('\n')

/** The tables with what people made; the others hold credentials, queues, or what can be made again. */
const lastingTables = [
  'album',
  'album_photo',
  'camera',
  'comment',
  'deleted_photo',
  'earlier_version',
  'guest',
  'owner',
  'page_version',
  'photo',
  'photo_like',
  'photo_total',
  'rule',
  'safety',
  'sharing',
  'trash',
  'trash_original',
  'ux_config',
]

/** The md5 of every table's rows, and of every file, of a gallery that nobody changes. */
export async function contentOf(data: string): Promise<Record<string, string>> {
  const database = new Database(join(data, 'vitrine.db'), { strict: true })
  try {
    const tables = lastingTables.map((name): [string, string] => {
      const rows = database.query(`SELECT * FROM ${name}`).values()
      const texts = rows.map((row) => JSON.stringify(row, bytesAsText)).sort()
      return [name, createHash('md5').update(texts.join('\n')).digest('hex')]
    })
    return { ...Object.fromEntries(tables), ...(await lastingFiles(data)) }
  } finally {
    database.close()
  }
}

const bytesAsText = (_: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value

/** What a snapshot brings back. */
export async function restoredContent(folder: string, name: string) {
  const restored = join(temporaryFolder(), 'data')
  const { code, text } = await runCommand(['restore', folder, '--data', restored, '--at', name])
  if (code !== 0) throw new Error(`${name} was not restored: ${text}`)
  const content = await contentOf(restored)
  rmSync(restored, { recursive: true })
  return content
}

export const snapshotsIn = (folder: string): string[] =>
  existsSync(join(folder, 'snapshots')) ? readdirSync(join(folder, 'snapshots')).sort() : []

/** Changes one bit of a byte of the file, but not of other links to it. */
export function flipBit(path: string, at: number, bit: number): void {
  const bytes = readFileSync(path)
  bytes[at]! ^= 1 << bit
  rmSync(path)
  writeFileSync(path, bytes)
}
