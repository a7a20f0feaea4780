// Disks change bytes that nobody reads: every copy in a backup is read again within thirty days.
import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Camera } from '../../src/contract/cameras/cameras.ts'
import { hourMs } from '../../src/core/time.ts'
import { md5 } from '../support/backups.ts'
import { deleteForGood } from '../support/delete-for-good.ts'
import { clearAway, isFullRun, quickOrFull, temporaryFolder } from '../support/executable.ts'
import { filesIn } from '../support/folder-faults.ts'
import { makeAlbum, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'
import { type Random, test } from '../support/seed.ts'
import {
  contentOf,
  flipBit,
  openSimulatedGallery,
  restoredContent,
  type SimulatedGallery,
  snapshotsIn,
} from '../support/simulated-gallery.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 240_000)
afterAll(clearAway)

const flips = quickOrFull(15, 500)
/** On how many nights there are flips; those after them find the last ones. */
const flippedNights = quickOrFull(3, 60)
/** A byte is read at least once in this many nights. */
const period = 30
const marker = 'vitrine-backup.json'

type Flip = {
  readonly path: string
  readonly right: Buffer
  readonly night: number
  found?: { readonly night: number; readonly how: 'put back' | 'named' }
  isOpen: boolean
}

type Run = {
  readonly random: Random
  readonly folder: string
  readonly simulated: SimulatedGallery
  readonly flips: Flip[]
  /** Originals of the gallery that are damaged too, by path, with what they were. */
  readonly ownDamage: Map<string, Buffer>
  readonly records: Map<string, Record<string, string>>
}

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!
const at = (run: Run, path: string) => join(run.folder, path)

/** A gallery with something of everything, and backups of the nights in which it was made. */
async function openRun(random: Random): Promise<Run> {
  const folder = join(temporaryFolder(), 'photos')
  const simulated = await openSimulatedGallery(folder, { daily: 90, weekly: 0, monthly: 0 })
  const run = { random, folder, simulated, flips: [], ownDamage: new Map(), records: new Map() }
  const [owner, gallery] = [simulated.owner(), simulated.gallery()]
  const photos = []
  for (let number = 0; number < quickOrFull(24, 100); number++) {
    photos.push(await upload(gallery, owner, camera({ title: `Photo ${number}` })))
  }
  await makeAlbum(owner, 'Stream', photos.slice(0, 3), { isPhotostream: true })
  const [seen] = await owner.data<Camera[]>('/api/cameras')
  await gallery.services.cameras.setImageFromUpload(seen!.id, await camera())
  gallery.services.pages.writeSamples()
  for (let night = 0; night < 6; night++) {
    // Only older snapshots have the first ones, removed/ has the others.
    for (const isKept of [false, true])
      await deleteForGood(gallery.services, photos.pop()!.id, !isKept)
    writeFileSync(join(simulated.data, 'pages/about.md'), `# About night ${night}\n`)
    expect((await backUpAtNight(run)).lastRun).toMatchObject({
      outcome: 'done',
      notes: expect.any(Array),
    })
  }
  return run
}

/** Makes the next night's backup. */
async function backUpAtNight(run: Run) {
  run.simulated.goToNextNight()
  await run.simulated.signIn()
  return backUp(run)
}

/** Makes the backup that is due, and notes what its snapshot has to bring back. */
async function backUp({ simulated, folder, records, ownDamage }: Run) {
  const target = await simulated.backUp()
  const newest = snapshotsIn(folder).at(-1)!
  if (!records.has(newest)) {
    const content = await contentOf(simulated.data)
    for (const [path, right] of ownDamage) content[path] = md5(right)
    records.set(newest, content)
  }
  return target
}

/** Flips a random bit of a random file that is whole. */
async function flipSomething(run: Run, night: number): Promise<void> {
  const { random, flips, simulated, ownDamage } = run
  const open = new Set(flips.filter(({ isOpen }) => isOpen).map(({ path }) => path))
  const files = (await filesIn(run.folder, '.')).map((path) => path.replace(/^\.\//, ''))
  const path = pick(
    random,
    files.filter((each) => !open.has(each)),
  )
  const right = readFileSync(at(run, path))
  if (right.length === 0) return flipSomething(run, night)
  flipBit(at(run, path), Math.floor(random() * right.length), Math.floor(random() * 8))
  const own = join(simulated.data, path)
  if (path.startsWith('originals/') && existsSync(own) && random() < 0.2) {
    ownDamage.set(path, readFileSync(own))
    flipBit(own, Math.floor(random() * right.length), Math.floor(random() * 8))
  }
  flips.push({ path, right, night, isOpen: true })
}

/** Whether a snapshot, the newest or the gallery has the bytes of a damaged file elsewhere. */
function hasRightCopy({ folder, simulated }: Run, { path, right }: Flip): boolean {
  const isSame = (file: string) => existsSync(file) && readFileSync(file).equals(right)
  if (!path.startsWith('snapshots/') && isSame(join(simulated.data, path))) return true
  const newest = snapshotsIn(folder).at(-1)!
  const manifest = readFileSync(join(folder, 'snapshots', newest, 'manifest.md5'), 'utf8')
  return manifest
    .split('\n')
    .some(
      (line) =>
        line.startsWith(md5(right)) &&
        line.slice(34) !== path &&
        isSame(join(folder, line.slice(34))),
    )
}

const isDescription = (path: string) => /^snapshots\/.*\/(snapshot\.json|manifest\.md5)$/.test(path)

/** Whether a sentence names the file: those that describe a snapshot, with its name. */
function isNamedIn(text: string, path: string): boolean {
  if (path === marker) return /vitrine-backup\.json is damaged/.test(text)
  if (!isDescription(path)) return text.includes(path)
  const [, name, file] = path.split('/')
  return text.split('\n').some((line) => line.includes(name!) && line.includes(`its ${file}`))
}

/** Compares what the backup of a night said with what is damaged. */
function judge(run: Run, night: number, text: string): void {
  const open = run.flips.filter(({ isOpen }) => isOpen)
  const undescribed = open
    .filter(({ path }) => isDescription(path))
    .map(({ path }) => dirname(path))
  for (const flip of open) {
    const { path, right } = flip
    if (readFileSync(at(run, path)).equals(right)) {
      expect(text).toContain(path)
      flip.found ??= { night, how: 'put back' }
      flip.isOpen = false
    } else if (isNamedIn(text, path)) {
      expect([path, hasRightCopy(run, flip)]).toEqual([path, false])
      flip.found ??= { night, how: 'named' }
    } else {
      // What was named stays so, until it is whole.
      const isHidden =
        undescribed.includes(dirname(path)) || undescribed.includes(dirname(dirname(path)))
      if (!isHidden) expect([path, flip.found]).toEqual([path, undefined])
      expect(night - flip.night).toBeLessThan(period)
    }
  }
}

/** What the owner does about files that were named: another copy of the backup has them. */
function putBackNamed(run: Run, isReady: (flip: Flip) => boolean): void {
  for (const flip of run.flips) {
    const { path, right, isOpen, found } = flip
    if (!isOpen || found?.how !== 'named' || !isReady(flip)) continue
    const own = run.ownDamage.get(path)
    if (own) {
      // The next backup replaces the copy.
      writeFileSync(join(run.simulated.data, path), own)
      run.ownDamage.delete(path)
    } else {
      writeFileSync(at(run, path), right)
      flip.isOpen = false
    }
  }
}

/** A damaged description of the newest snapshot stops the backup until the owner has mended it. */
async function spendNight(run: Run, night: number): Promise<void> {
  let target = await backUpAtNight(run)
  while (['failed', 'wrong'].includes(target.lastRun!.outcome)) {
    const { reason } = target.lastRun!
    const isCause = ({ path }: Flip) => isNamedIn(reason ?? '', path)
    const causes = run.flips.filter((flip) => flip.isOpen && isCause(flip))
    expect([reason, causes.length > 0]).toEqual([reason, true])
    for (const flip of causes) flip.found ??= { night, how: 'named' }
    putBackNamed(run, isCause)
    run.simulated.gallery().clock.advance(hourMs)
    target = await backUp(run)
  }
  const { outcome, notes } = target.lastRun!
  judge(run, night, notes.join('\n'))
  const isNamed = run.flips.some(({ isOpen, found }) => isOpen && found?.how === 'named')
  expect(outcome).toBe(isNamed ? 'incomplete' : 'done')
  // Others are named for a second night; without its description, a snapshot cannot be read.
  putBackNamed(run, ({ path, found }) => isDescription(path) || found!.night < night)
}

test(`${flips} flipped bits in a backup are each found within ${period} nights, and put back or named`, async (random) => {
  const begun = performance.now()
  const run = await openRun(random)
  let night = 0
  for (; night < flippedNights; night++) {
    const until = Math.round((flips * (night + 1)) / flippedNights)
    while (run.flips.length < until) await flipSomething(run, night)
    await spendNight(run, night)
  }
  for (const end = night + period + 1; night < end; night++) await spendNight(run, night)
  expect(run.flips.filter(({ isOpen, found }) => isOpen || !found)).toEqual([])

  const names = snapshotsIn(run.folder)
  const restored = isFullRun ? names : [names[0]!, pick(random, names), names.at(-1)!]
  for (const name of restored) {
    expect(await restoredContent(run.folder, name)).toEqual(run.records.get(name)!)
  }
  await run.simulated.close()
  const putBack = run.flips.filter(({ found }) => found!.how === 'put back').length
  const longest = Math.max(...run.flips.map((flip) => flip.found!.night - flip.night))
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(
    `  ${flips} flips: ${putBack} put back, ${flips - putBack} named, found after at most ${longest} nights; ${names.length} snapshots, ${restored.length} restored; ${seconds} s`,
  )
})
