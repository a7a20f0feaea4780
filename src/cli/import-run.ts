import type { Config } from '../core/config/config.ts'
import { minuteMs } from '../core/time.ts'
import { importFolder } from '../imports/intake/import-folder.ts'
import type {
  ImportEvent,
  ImportProgress,
  ImportRequest,
} from '../imports/intake/import-request.ts'
import { askServer, eventsOf, lesserUser } from './control-client.ts'
import { closeFolder, openFolder, renewEpoch } from './open-folder.ts'

export type ImportNote = { readonly kind: 'note'; readonly text: string }

/** How long a server that stopped has to restart before the import locks the folder, in ms. */
const restartMs = 20_000
/** How long to wait for another program that accepts no imports, in ms. */
const giveUpMs = minuteMs
const retryMs = 250
/** How often in a row a server can stop without having imported anything. */
const lossLimit = 3

/**
 * Imports through the server that has locked the folder, or without one. If the server stops,
 * continues with the next one or without.
 * @throws Error if another program has locked the folder and accepts no imports.
 */
export async function* runImport(
  config: Config,
  request: ImportRequest,
): AsyncGenerator<ImportEvent | ImportNote> {
  const progress = followProgress()
  for (let losses = 0; losses < lossLimit; ) {
    const events = yield* begin(config, { ...request, ...progress.soFar() }, losses > 0)
    if (!events && losses > 0) break
    if (!events) {
      throw new Error(
        `${config.data} is in use by a program that does not accept imports. Try again when it has finished.`,
      )
    }
    const before = progress.count()
    const hasEnded = yield* newEvents(events, progress)
    if (hasEnded) return
    losses = progress.count() > before ? 1 : losses + 1
    if (losses < lossLimit)
      yield note('Lost the connection to the server. Waiting for it to come back.')
    await Bun.sleep(retryMs)
  }
  yield { kind: 'end', reason: 'lost the connection to the server; run the import again' }
}

/** What was not reported before. @returns false if the connection was lost before the end. */
async function* newEvents(
  events: AsyncGenerator<ImportEvent>,
  progress: Progress,
): AsyncGenerator<ImportEvent, boolean> {
  for await (const event of events) {
    const news = progress.follow(event)
    if (news) yield news
    if (event.kind === 'end') return true
  }
  return false
}

type Progress = ReturnType<typeof followProgress>

/** Remembers what was reported, so that no event is reported twice. */
function followProgress() {
  const since = Date.now()
  const done: string[] = []
  const imported = new Set<string>()
  let place: number | undefined
  return {
    count: () => done.length,
    soFar: (): { progress?: ImportProgress } =>
      place === undefined ? {} : { progress: { since, done, place } },
    /** @returns the event to report, if any. */
    follow: (event: ImportEvent): ImportEvent | undefined => {
      if (event.kind === 'end' || event.kind === 'remark') return event
      if (event.kind === 'found') {
        const isFirst = place === undefined
        place ??= event.place
        return isFirst ? event : undefined
      }
      done.push(event.path)
      if (event.kind !== 'imported') return event
      if (imported.has(event.id)) return { kind: 'duplicate', path: event.path }
      imported.add(event.id)
      return event
    },
  }
}

/** @returns undefined if another process keeps the folder and accepts no imports. */
async function* begin(
  config: Config,
  request: ImportRequest,
  isContinued: boolean,
): AsyncGenerator<ImportNote, AsyncGenerator<ImportEvent> | undefined> {
  const begun = performance.now()
  for (
    let isAnnounced = isContinued;
    performance.now() - begun < giveUpMs;
    await Bun.sleep(retryMs)
  ) {
    // A restarting server must find its folder free.
    if (!isContinued || performance.now() - begun > restartMs) {
      const alone = yield* importWithoutServer(config, request, isContinued)
      if (alone) return alone
    }
    const events = await importThroughServer(config.data, request)
    if (events) {
      if (!isContinued) yield* userNotes(config.data)
      return events
    }
    if (!isAnnounced)
      yield note(`Waiting for the server that is using ${config.data} to accept imports.`)
    isAnnounced = true
  }
  return undefined
}

async function* importWithoutServer(
  config: Config,
  request: ImportRequest,
  isContinued: boolean,
): AsyncGenerator<ImportNote, AsyncGenerator<ImportEvent> | undefined> {
  const alone = await importAlone(config, request)
  if (alone && isContinued) yield note('The server did not come back. Importing without it.')
  return alone
}

function* userNotes(data: string): Generator<ImportNote> {
  const user = lesserUser(data)
  if (user === undefined) return
  yield note(`The running server reads the photos, as user ${user}, who must be allowed to.`)
}

/** @returns undefined if another process has locked the folder. */
async function importAlone(
  config: Config,
  request: ImportRequest,
): Promise<AsyncGenerator<ImportEvent> | undefined> {
  const folder = await openFolder(config)
  if (!folder) return undefined
  await renewEpoch(folder)
  let isCancelled = false
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      isCancelled = true
    })
  }
  const events = async function* () {
    try {
      yield* importFolder(request, folder, () => isCancelled)
    } finally {
      await closeFolder(folder)
    }
  }
  return events()
}

const note = (text: string): ImportNote => ({ kind: 'note', text })

/**
 * Without an 'end', the server has stopped.
 * @returns undefined if no server of this user answers.
 */
async function importThroughServer(
  dataFolder: string,
  request: ImportRequest,
): Promise<AsyncGenerator<ImportEvent> | undefined> {
  const response = await askServer(dataFolder, 'import', request)
  if (!response) return undefined
  if (!response.ok || !response.body)
    throw new Error(
      'the running server rejected the import; it may be a different version of Vitrine. Restart it with this version, then try again.',
    )
  return eventsOf<ImportEvent>(response.body)
}
