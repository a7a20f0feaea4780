/**
 * Measures import, memory, start, pages, tiles, visitors, requests, filters, fairness, buckets,
 * backups, executable and interface, and compares the results with their limits: `bun run bench
 * [--only NAME[,NAME]] [--quick] [--photos DIR] [--executable FILE]`, and for fairness `[--kinds
 * PATTERN]`. It is not a test. `--quick` alone compares start, memory and requests with the recorded
 * figures in less than a minute, and `--quick --record` records them (guard.ts); with `--only` it
 * means fewer rounds. Everything runs on loopback in one temporary folder, which is removed at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addressParts } from './address-rows.ts'
import { backupParts } from './backup-rows.ts'
import { type BigGallery, makeBigGallery } from './big-gallery.ts'
import { bucketParts } from './bucket-rows.ts'
import { driveParts } from './drive-rows.ts'
import { fairnessParts } from './fairness-rows.ts'
import { filterParts } from './filter-rows.ts'
import { guard } from './guard.ts'
import { importParts } from './import-rows.ts'
import { interfaceParts } from './interface-rows.ts'
import { memoryParts } from './memory-rows.ts'
import { openPhotos, type Photos } from './photos.ts'
import { pictureParts } from './picture-rows.ts'
import { isLinux, stopAll } from './process.ts'
import { copyProduct } from './product.ts'
import { readerParts } from './reader-rows.ts'
import { requestParts } from './request-rows.ts'
import { machine, type Part, printRows, type Row, verdict } from './rows.ts'
import { servingParts } from './serving-rows.ts'
import { startParts } from './start-rows.ts'
import { visitorParts } from './visitor-rows.ts'
import { watchParts } from './watch-rows.ts'

const root = join(import.meta.dir, '..', '..')
const galleryPhotos = 100_000

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    photos: { type: 'string' },
    kinds: { type: 'string' },
    executable: { type: 'string', default: join(root, 'dist', 'vitrine') },
  },
})
if (!isLinux()) {
  console.error('The benchmark reads /proc, so it runs only on Linux.')
  process.exit(2)
}

const work = mkdtempSync(join(tmpdir(), 'vitrine-bench-'))
const end = async (code: number) => {
  await stopAll()
  rmSync(work, { recursive: true, force: true })
  process.exit(code)
}
process.once('SIGINT', () => void end(130))
process.once('SIGTERM', () => void end(143))

try {
  await end(await bench())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  await end(1)
}

async function bench(): Promise<number> {
  const photos = openPhotos(values.photos, work)
  if (values.quick && values.only === undefined) {
    console.log(machine())
    const product = copyProduct(values.executable, work)
    return guard(product, photos, { isRecorded: values.record })
  }
  const parts = allParts(photos)
  const wanted = values.only?.split(',')
  const unknown = wanted?.filter((name) => !parts.some((part) => part.name === name)) ?? []
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Available:`)
    for (const { name, about } of parts) console.error(`  ${name.padEnd(12)}${about}`)
    return 2
  }
  const note = values.quick ? '; quick: too few rounds to be conclusive' : ''
  console.log(`${machine()}\n${photos.about}${note}`)
  const { rows, hasFailed } = await runAll(
    parts.filter(({ name }) => wanted?.includes(name) ?? true),
  )
  console.log('')
  printRows(rows)
  console.log(`\n${machine()}`)
  return hasFailed || rows.some((row) => verdict(row) === 'FAIL') ? 1 : 0
}

async function runAll(parts: readonly Part[]): Promise<{ rows: Row[]; hasFailed: boolean }> {
  const rows: Row[] = []
  let hasFailed = false
  for (const part of parts) {
    console.log(`… ${part.name}: ${part.about}`)
    try {
      rows.push(...(await part.run()))
    } catch (error) {
      hasFailed = true
      console.error(`${part.name} failed: ${error instanceof Error ? error.message : error}`)
    }
  }
  return { rows, hasFailed }
}

function allParts(photos: Photos): Part[] {
  const product = copyProduct(values.executable, work)
  let made: Promise<BigGallery> | undefined
  const gallery = () => {
    made ??= makeBigGallery(product, photos, galleryPhotos)
    return made
  }
  const choose = <T>(quick: T, full: T): T => (values.quick ? quick : full)
  return [
    ...importParts(product, photos, {
      rounds: choose(3, 5),
      count: choose(16, 60),
      isQuick: values.quick,
    }),
    ...pictureParts(product, photos, { count: choose(8, 30) }),
    ...memoryParts(product, photos, { rounds: choose(1, 3), count: choose(12, 60) }),
    ...startParts(product, gallery, {
      rounds: choose(5, 15),
      requests: choose(20_000, 100_000),
    }),
    ...addressParts(product, gallery),
    ...servingParts(product, gallery, { rounds: choose(3, 7), seconds: choose(1, 2) }),
    ...readerParts(product, photos),
    ...visitorParts(product, photos, { count: choose(40, 500) }),
    ...driveParts(product, photos, { count: choose(200, 2000) }),
    ...watchParts(product, { count: choose(1000, 10_000) }),
    ...requestParts(product, photos),
    ...filterParts(product, photos),
    ...fairnessParts(product, photos, {
      counts: choose([20_000], [20_000, galleryPhotos]),
      rounds: choose(2, 4),
      kinds: values.kinds,
    }),
    ...bucketParts(product, photos, {
      rounds: choose(3, 5),
      count: choose(8, 24),
      seconds: choose(1, 2),
    }),
    ...backupParts(product, photos, { rounds: choose(2, 5) }),
    ...interfaceParts(product, photos, { rounds: choose(1, 5) }),
  ]
}
