import { statSync } from 'node:fs'
import { join } from 'node:path'
import { countOf } from '../contract/text/counts.ts'
import type { Config } from '../core/config/config.ts'
import { ConfigError } from '../core/config/config-error.ts'
import { lockFolder } from '../core/database/lock.ts'
import { openReadOnly, type Reader } from '../core/database/open-read-only.ts'
import { lowerPriority } from '../core/process-priority.ts'
import { formatBytes } from '../operations/backup/free-space.ts'
import type { Bucket } from '../storage/bucket.ts'
import { diskSpace } from '../storage/folder-sizes.ts'
import { libraryAt, openLibrary } from '../storage/library.ts'
import { claimBucket, requireOwnBucket } from '../storage/marker.ts'
import type { Media } from '../storage/media.ts'
import type { Amount, Mover } from '../storage/move/mover.ts'
import { moveBeside, placeOf, removeStaging } from '../storage/move/open-move.ts'
import { inDataFolder } from './examine-folder.ts'
import { requireGallery } from './gallery-folder.ts'
import { bucketName, bucketOf } from './media-bucket.ts'
import { leftoverLines } from './move-leftovers.ts'
import { moveProgressOn } from './move-progress.ts'
import { type MoveRequest, reasonOf } from './move-request.ts'
import { askWhetherPossible, switchOver } from './move-switch.ts'

/** How long a bucket may be unreachable, in ms. */
const giveUpMs = 300_000
/** The gallery is switched once a pass copies no more files than this. */
const fewFiles = 20
const mostPasses = 20

type Run = {
  readonly config: Config
  readonly bucket: Bucket
  readonly request: MoveRequest
  readonly reader: Reader
  readonly mover: Mover
  readonly progress: ReturnType<typeof moveProgressOn>
  readonly signal: AbortSignal
}

/** @returns 0, or 1 if something has to be corrected first; then nothing has changed. */
export async function moveMedia(
  config: Config,
  { paths, to, isDryRun }: { paths: string[]; to: string | undefined; isDryRun: boolean },
): Promise<number> {
  if (paths.length !== 1 || paths[0] !== 'move') {
    throw new ConfigError('media needs "move": vitrine media move --to bucket; see vitrine --help.')
  }
  if (to !== 'bucket' && to !== 'folder') {
    throw new ConfigError('media move needs --to bucket or --to folder.')
  }
  const bucket = bucketOf(config)
  if (!bucket) {
    throw new ConfigError(
      'media move needs the bucket: set --media (VITRINE_MEDIA) and the settings that belong to it.',
    )
  }
  const place: Media['kind'] = to
  requireGallery(config.data)
  refuseOtherUser(config.data)
  return inDataFolder(config.data, async () => {
    const reader = openReadOnly(libraryAt(config.data).databasePath)
    const stopping = new AbortController()
    const stop = () =>
      stopping.abort(
        new Error('Stopped. The gallery is unchanged; run the command again to continue.'),
      )
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
    const progress = moveProgressOn(process.stdout)
    const { signal } = stopping
    const parts = { reader, library: libraryAt(config.data), bucket, giveUpMs, signal }
    const onWaiting = () =>
      progress.line('The bucket does not respond. Trying again for some minutes.')
    const mover = moveBeside({ ...parts, to: place, onWaiting })
    const request: MoveRequest = { to: place, bucket: bucketName(config)!, isTrial: false }
    try {
      return await moveWith({ config, bucket, request, reader, mover, progress, signal }, isDryRun)
    } catch (error) {
      signal.throwIfAborted()
      throw new Error(reasonOf(error), { cause: error })
    } finally {
      progress.clear()
      reader.close()
    }
  })
}

async function moveWith(run: Run, isDryRun: boolean): Promise<number> {
  const { config, request, reader, progress } = run
  const { to } = request
  if (placeOf(reader).place === to) {
    progress.line(`Nothing to move: the photos are in ${placeName(to, config)} already.`)
    await printLeftovers(run)
    return 0
  }
  if (isDryRun) {
    const { lacking, toCompare } = await run.mover.survey()
    progress.line(`${amountText(lacking)} would be copied to ${placeName(to, config)}.`)
    if (toCompare.files > 0) progress.line(`${amountText(toCompare)} there would be compared.`)
    return 0
  }
  await askWhetherPossible(config.data, request)
  const library = openLibrary(config.data)
  const lock = lockFolder(join(library.root, 'runtime', 'media-move.lock'))
  if (!lock) throw new Error('Another move of this gallery is running; wait until it has ended.')
  try {
    await removeStaging(library)
    const claim = request.to === 'bucket' ? claimBucket : requireOwnBucket
    await claim(run.bucket, placeOf(reader).libraryId)
    lowerPriority()
    return await moveLocked(run)
  } finally {
    lock.release()
  }
}

async function moveLocked(run: Run): Promise<number> {
  const { config, request, reader, progress, signal } = run
  const begun = performance.now()
  const brought = await bringAll(run)
  const faults = brought.faults.length > 0 ? brought.faults : undefined
  if (faults) return reportFaults(faults, run)
  progress.line('Everything is copied. Switching over.')
  const end = await switchOver(config, request, { reader, progress, signal })
  if (end.kind === 'failed') {
    if (end.faults.length > 0) return reportFaults(end.faults, run)
    throw new Error(end.reason)
  }
  const seconds = Math.max(1, (performance.now() - begun) / 1000)
  const files = brought.copied.files + end.copied.files
  const bytes = brought.copied.bytes + end.copied.bytes
  progress.line(
    `The gallery’s photos are in ${placeName(request.to, config)} now, each file verified: ${amountText({ files, bytes })} copied in this run (${formatBytes(Math.round(bytes / seconds))}/s). Uploads waited ${(end.pausedMs / 1000).toFixed(1)} s.`,
  )
  progress.line(
    request.to === 'bucket'
      ? 'Keep the --media settings: from now on the gallery needs them.'
      : 'From the next start on, the gallery does not need the --media settings.',
  )
  await printLeftovers(run)
  return 0
}

/** Makes passes until one copies almost nothing. */
async function bringAll({ config, request, mover, progress, signal }: Run) {
  const copied = { files: 0, bytes: 0 }
  for (let number = 1; ; number++) {
    const { lacking, toCompare } = await mover.survey()
    if (number === 1) {
      progress.line(
        `${amountText(lacking)} to copy to ${placeName(request.to, config)}; the gallery keeps serving meanwhile.`,
      )
      if (request.to === 'folder') await requireSpace(config, lacking.bytes)
    }
    const total = {
      files: lacking.files + toCompare.files,
      bytes: lacking.bytes + toCompare.bytes,
    }
    progress.start()
    const pass = await mover.pass({ total, onProgress: progress.show })
    signal.throwIfAborted()
    copied.files += pass.copied.files
    copied.bytes += pass.copied.bytes
    const isEnough = pass.copied.files <= fewFiles || number === mostPasses
    if (pass.faults.length > 0 || isEnough) return { copied, faults: pass.faults }
  }
}

async function requireSpace(config: Config, bytes: number): Promise<void> {
  const { free } = await diskSpace(libraryAt(config.data))
  if (bytes < free) return
  throw new Error(
    `There is not enough space in ${config.data}: ${formatBytes(bytes)} are needed and ${formatBytes(free)} are free. Nothing was copied.`,
  )
}

function reportFaults(faults: readonly string[], { progress, request, config }: Run): number {
  const from = request.to === 'bucket' ? 'folder' : 'bucket'
  for (const fault of faults) progress.line(`Could not be moved: ${fault}`)
  progress.line(
    `The photos stay in ${placeName(from, config)}: ${countOf(faults.length, 'file')} could not be moved, everything else is copied. Upload or import lost originals again, or delete their photos, then run the command again.`,
  )
  return 1
}

async function printLeftovers({ request, config, bucket, progress }: Run): Promise<void> {
  const from: Media['kind'] = request.to === 'bucket' ? 'folder' : 'bucket'
  const parts = { config, library: libraryAt(config.data), bucket }
  for (const line of await leftoverLines(from, parts)) progress.line(line)
}

const placeName = (place: Media['kind'], config: Config) =>
  place === 'bucket' ? `the bucket ${bucketName(config)}` : `the data folder ${config.data}`

const amountText = ({ files, bytes }: Amount) => `${countOf(files, 'file')} (${formatBytes(bytes)})`

/** This user could not reach another user's server, which could not use the copied files either. */
function refuseOtherUser(data: string): void {
  const user = process.geteuid?.()
  const owner = statSync(join(data, 'vitrine.db'), { throwIfNoEntry: false })?.uid
  if (user === undefined || owner === undefined || owner === user) return
  throw new Error(
    `The gallery in ${data} belongs to user ${owner}. Run this command as that user, who runs the server: sudo -u '#${owner}' vitrine media move …`,
  )
}
