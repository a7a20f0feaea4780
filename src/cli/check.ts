import { countOf } from '../contract/text/counts.ts'
import type { Config } from '../core/config/config.ts'
import { isBucketAddress } from '../core/config/config-backup.ts'
import { ConfigError } from '../core/config/config-error.ts'
import { lockFolder } from '../core/database/lock.ts'
import { openReadOnly, type Reader } from '../core/database/open-read-only.ts'
import { createPhotoMatcher } from '../gallery/photos/filter/matches-photo.ts'
import { openBackup } from '../operations/backup/backup-folder.ts'
import { type SavedCopies, savedCopiesIn, savedCopyIn } from '../operations/backup/saved-copy.ts'
import { type CheckCounts, type CheckOptions, check } from '../operations/check/check.ts'
import type { CheckParts } from '../operations/check/problem.ts'
import { refusalToRepair, repairAll } from '../operations/check/repair.ts'
import { createServices } from '../services.ts'
import { type Library, libraryAt } from '../storage/library.ts'
import { savedCopiesFor } from './backup-target.ts'
import { bucketFilesFor } from './bucket-files.ts'
import { createCheckReport } from './check-report.ts'
import { explained, inDataFolder } from './examine-folder.ts'
import { openBucketFor } from './open-media.ts'

type Report = ReturnType<typeof createCheckReport>
type Options = CheckOptions & Pick<CheckParts, 'findInBackup'>

/** @returns 0 if no problems found, also after a repair; otherwise 1, with a list. */
export async function checkGallery(
  config: Config,
  {
    isDeep,
    sample,
    isRepairing,
    from,
  }: {
    isDeep: boolean
    sample: string | undefined
    isRepairing: boolean
    /** The folder or bucket of a backup. */
    from: string | undefined
  },
): Promise<number> {
  if (from !== undefined && !isRepairing) {
    throw new ConfigError(
      '--from is for repairs: vitrine check --repair --from FOLDER|s3://BUCKET/PREFIX',
    )
  }
  const options = {
    isDeep,
    sample: sample === undefined ? undefined : shareOf(sample),
    findInBackup: from === undefined ? undefined : await savedCopiesOf(config, from),
  }
  const library = libraryAt(config.data)
  if (isRepairing) {
    return inDataFolder(config.data, () => repairGallery(config, library, options))
  }
  const report = createCheckReport(process.stdout, library.root)
  const counts = await explained(config.data, () => runCheck(config, library, options, report))
  report.summary(counts, options)
  return report.problems.length > 0 ? 1 : 0
}

/** @throws Error with one line if it is no backup. */
async function savedCopiesOf(config: Config, from: string): Promise<SavedCopies> {
  if (!isBucketAddress(from)) return savedCopiesIn(openBackup(from).root)
  return savedCopiesFor(config)(from)
}

function shareOf(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim()) ?? []
  const percent = Number(number)
  // 0.05 could be meant as 5%.
  if (!(percent > 0 && percent <= 100) || (percent < 1 && unit === '')) {
    throw new ConfigError(
      `--sample must be a percentage of the photos, such as --sample 5%; not "${text}".`,
    )
  }
  return percent / 100
}

/** Reports every problem. @throws Error if there is no gallery or the database cannot be read. */
async function runCheck(
  config: Config,
  library: Library,
  options: Options,
  report: Report,
): Promise<CheckCounts> {
  const openBucket = bucketFilesFor(config, (objects) =>
    report.progress(`Listing the bucket: ${countOf(objects, 'object')}`),
  )
  let reader: Reader | undefined
  try {
    reader = openReadOnly(library.databasePath)
    let counts: CheckCounts | undefined
    for await (const event of check(options, {
      reader,
      library,
      openBucket,
      findSaved: savedCopyIn(library),
      findInBackup: options.findInBackup,
      matcherOf: createPhotoMatcher(reader),
    })) {
      if ('problem' in event) report.problem(event.problem)
      else {
        counts = event.counts
        report.progress(`Checking: ${counts.photos} of ${counts.total} photos`)
      }
    }
    return counts!
  } catch (error) {
    if (!isDamaged(error)) throw error
    throw new Error(
      `The database is damaged and cannot be read to its end (${(error as Error).message}). Restore it from a backup; keep a copy of the whole data folder before you do.`,
    )
  } finally {
    reader?.close()
  }
}

const isDamaged = (error: unknown) =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code))

async function repairGallery(config: Config, library: Library, options: Options): Promise<number> {
  // Before the lock, which would create its file in any folder.
  openReadOnly(library.databasePath).close()
  const lock = lockFolder(library.lockPath)
  if (!lock) {
    throw new Error(
      `${config.data} is in use by a running Vitrine. Stop it first: a repair needs the folder to itself. vitrine check without --repair works beside it.`,
    )
  }
  try {
    const report = createCheckReport(process.stdout, library.root)
    const counts = await runCheck(config, library, options, report)
    const repairable = [...report.problems, ...report.minor].filter(({ repair }) => repair)
    const refusal = refusalToRepair(repairable, counts)
    if (refusal) {
      report.summary(counts, options)
      report.line(refusal)
      return 1
    }
    if (repairable.length === 0) {
      report.summary(counts, options)
      return report.problems.length > 0 ? 1 : 0
    }
    const services = createServices(config, library, { openBucket: openBucketFor(config) })
    try {
      await services.photos.prepareSearch()
      const { done, failed } = await repairAll(repairable, services, (number) =>
        report.progress(`Repairing: ${number} of ${repairable.length}`),
      )
      for (const text of done) report.line(text)
      for (const text of failed) report.line(`Could not be repaired: ${text}`)
    } finally {
      services.close()
    }
    return await reportRest(config, library, options)
  } finally {
    lock.release()
  }
}

/** What is still wrong after the repair. */
async function reportRest(config: Config, library: Library, options: Options): Promise<number> {
  const rest = createCheckReport(process.stdout, library.root)
  rest.line('Checking again:')
  const counts = await runCheck(config, library, options, rest)
  rest.summary(counts, options)
  if (rest.problems.length === 0) return 0
  rest.line(
    `${countOf(rest.problems.length, 'problem')} cannot be repaired here; see the advice above.`,
  )
  return 1
}
