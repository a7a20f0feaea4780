import { statfs } from 'node:fs/promises'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { jobStates } from '../../contract/imports/job-states.ts'
import { photoSources } from '../../contract/photos/photo-sources.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { minuteMs } from '../../core/time.ts'
import type { Answered } from '../../http/observe.ts'
import type { CacheCounts } from '../../http/response-cache.ts'
import type { RenderQueue } from '../../images/render-queue.ts'
import { type ImportOutcome, importOutcomes, type NoteImport } from '../../imports/note-import.ts'
import type { Library } from '../../storage/library.ts'
import { lastDrills } from '../backup/drill-record.ts'
import { lastBackup } from '../backup/last-backup.ts'
import type { SafetyRules } from '../safety/safety.ts'
import type { DamagedOriginals } from '../status/original-problem.ts'
import { type MetricsStore, metricsStore } from './store.ts'

/** How old the gallery's sizes may be, in ms: computing them reads every photo's row. */
const sizesMs = minuteMs
/** In seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])

export type Metrics = ReturnType<typeof createMetrics>

type Parts = {
  readonly store: Store
  readonly clock: Clock
  readonly library: Library
  readonly version: string
  readonly queue: Pick<RenderQueue, 'counts'>
  readonly safety: Pick<SafetyRules, 'scheduled'>
  readonly originals: { readonly damaged: () => DamagedOriginals }
}

/** All metrics, in Prometheus' text format. Labels have few values, whatever clients send. */
export function createMetrics(parts: Parts) {
  const { store, clock, library, version, queue } = parts
  const rows = metricsStore(store)
  const registry = new Registry()
  const create = instrumentsFor(registry)
  let cacheCounts: () => CacheCounts = () => ({ entries: 0, bytes: 0, hits: 0, misses: 0 })

  create
    .labelled('vitrine_build_info', 'The version that is running.', 'version', 'bun')
    .set({ version, bun: Bun.version }, 1)
  const noteRequest = requestMetrics(create, registry)
  const noteImport = importMetrics(create)
  const measures = [
    workMetrics(create, rows, queue),
    galleryMetrics(create, rows, clock),
    diskMetrics(create, library),
    cacheMetrics(create, () => cacheCounts()),
    processMetrics(create),
    backupMetrics(create, library, clock),
    safetyMetrics(create, parts),
  ]

  return {
    contentType: registry.contentType,
    noteRequest,
    noteImport,
    watchCache: (counts: () => CacheCounts): void => {
      cacheCounts = counts
    },
    text: async (): Promise<string> => {
      for (const measure of measures) await measure()
      return registry.metrics()
    },
  }
}

type Instruments = ReturnType<typeof instrumentsFor>
/** Sets the values of some metrics, before they are sent. */
type Measure = () => void | Promise<void>

function instrumentsFor(registry: Registry) {
  const registers = [registry]
  return {
    gauge: (name: string, help: string) => new Gauge({ name, help, registers }),
    labelled: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
  }
}

function requestMetrics({ counter }: Instruments, registry: Registry) {
  const requests = counter(
    'vitrine_http_requests_total',
    'Requests answered.',
    'route',
    'method',
    'status',
  )
  const durations = new Histogram({
    name: 'vitrine_http_request_duration_seconds',
    help: 'Time from a request to the end of its response, or to the start of a file.',
    labelNames: ['route', 'method'] as const,
    buckets,
    registers: [registry],
  })
  return ({ route, method: asked, status, ms }: Answered): void => {
    const method = methods.has(asked) ? asked : 'other'
    requests.inc({ route, method, status })
    durations.observe({ route, method }, ms / 1000)
  }
}

function importMetrics({ counter }: Instruments): NoteImport {
  const imports = counter('vitrine_imports_total', 'Files imported.', 'source', 'outcome')
  for (const source of photoSources) {
    for (const outcome of importOutcomes) imports.inc({ source, outcome }, 0)
  }
  return (source, outcome: ImportOutcome) => {
    imports.inc({ source, outcome })
  }
}

function workMetrics(
  { gauge, labelled }: Instruments,
  rows: MetricsStore,
  queue: Parts['queue'],
): Measure {
  const rendering = gauge('vitrine_renders_running', 'Pictures being made.')
  const waiting = labelled('vitrine_renders_waiting', 'Pictures waiting to be made.', 'for')
  const jobs = labelled('vitrine_jobs', 'The last background jobs.', 'kind', 'state')
  const mails = gauge('vitrine_mails_waiting', 'E-mails that have not been sent yet.')
  return () => {
    const { running, visitors, imports } = queue.counts()
    rendering.set(running)
    waiting.set({ for: 'visitor' }, visitors)
    waiting.set({ for: 'import' }, imports)
    mails.set(rows.mailsWaiting())
    jobs.reset()
    const counted = rows.jobs()
    for (const kind of new Set(counted.map((row) => row.kind))) {
      for (const state of jobStates) jobs.set({ kind, state }, 0)
    }
    for (const { kind, state, jobs: count } of counted) jobs.set({ kind, state }, count)
  }
}

function galleryMetrics(
  { gauge, labelled }: Instruments,
  rows: MetricsStore,
  clock: Clock,
): Measure {
  const photos = gauge('vitrine_photos', 'Photos in the gallery.')
  const bytes = labelled('vitrine_gallery_bytes', 'Size of the gallery by kind.', 'kind')
  let sizes: { at: number; version: number; found: ReturnType<MetricsStore['sizes']> } | undefined
  return () => {
    const isRecent =
      sizes !== undefined &&
      (sizes.version === rows.version() || clock.elapsed() - sizes.at < sizesMs)
    if (!sizes || !isRecent) {
      sizes = { at: clock.elapsed(), version: rows.version(), found: rows.sizes() }
    }
    photos.set(sizes.found.photos)
    bytes.set({ kind: 'originals' }, sizes.found.originals)
    bytes.set({ kind: 'renditions' }, sizes.found.renditions)
    bytes.set({ kind: 'database' }, rows.databaseBytes())
  }
}

function diskMetrics({ gauge }: Instruments, library: Library): Measure {
  const free = gauge('vitrine_disk_free_bytes', 'Free space where the data folder is.')
  const size = gauge('vitrine_disk_size_bytes', 'Size of the disk of the data folder.')
  return async () => {
    const { bavail, blocks, bsize } = await statfs(library.root)
    free.set(bavail * bsize)
    size.set(blocks * bsize)
  }
}

function cacheMetrics({ gauge, counter }: Instruments, counts: () => CacheCounts): Measure {
  const entries = gauge('vitrine_response_cache_entries', 'Responses in the cache.')
  const bytes = gauge('vitrine_response_cache_bytes', 'Size of the response cache.')
  const uses = counter('vitrine_response_cache_requests_total', 'Uses of the cache.', 'result')
  return () => {
    const counted = counts()
    entries.set(counted.entries)
    bytes.set(counted.bytes)
    uses.reset()
    uses.inc({ result: 'hit' }, counted.hits)
    uses.inc({ result: 'miss' }, counted.misses)
  }
}

function processMetrics({ gauge, counter }: Instruments): Measure {
  const memory = gauge('process_resident_memory_bytes', 'Resident memory size in bytes.')
  const processor = counter('process_cpu_seconds_total', 'User and system CPU time in seconds.')
  gauge('process_start_time_seconds', 'Start time in seconds since the epoch.').set(
    Math.round(performance.timeOrigin) / 1000,
  )
  return () => {
    const { user, system } = process.cpuUsage()
    memory.set(process.memoryUsage.rss())
    processor.reset()
    processor.inc((user + system) / 1e6)
  }
}

function safetyMetrics(
  { gauge }: Instruments,
  { safety, originals }: Pick<Parts, 'safety' | 'originals'>,
): Measure {
  const folders = gauge('vitrine_backup_folders', 'Folders into which the gallery backs itself up.')
  const troubles = gauge(
    'vitrine_backup_troubles',
    'Those of them whose backups failed, are late, incomplete or missing, or could not be restored.',
  )
  const failed = gauge('vitrine_failed_drills', 'Those of them whose last restore drill failed.')
  const damaged = gauge(
    'vitrine_damaged_originals',
    'Originals that the rolling check found missing or damaged.',
  )
  return () => {
    damaged.set(originals.damaged().total)
    const scheduled = safety.scheduled()
    folders.set(scheduled.folders.length)
    troubles.set(scheduled.troubles.length)
    failed.set(scheduled.drills.filter(({ problems }) => problems.length > 0).length)
  }
}

/** Gauges without labels have a value from the start, and there may be no backup and no drill. */
function backupMetrics({ gauge }: Instruments, library: Library, clock: Clock): Measure {
  const ageGauge = (name: string, help: string) => {
    let age: Gauge | undefined
    return (at: number | undefined) => {
      if (at === undefined) return
      age ??= gauge(name, help)
      age.set(Math.max(0, clock.now() - at) / 1000)
    }
  }
  const backup = ageGauge('vitrine_last_backup_age_seconds', 'Age of the last verified backup.')
  const drill = ageGauge('vitrine_last_drill_age_seconds', 'Age of the last restore drill.')
  return () => {
    backup(lastBackup(library)?.at)
    const [newest] = lastDrills(library).toSorted((one, other) => other.at - one.at)
    drill(newest?.at)
  }
}
