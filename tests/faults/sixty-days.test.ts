// Two months of nightly backups, with everything that happens to a disk and a server meanwhile.
import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Camera } from '../../src/contract/cameras/cameras.ts'
import { hourMs } from '../../src/core/time.ts'
import { backUp, md5 } from '../support/backups.ts'
import { deleteForGood } from '../support/delete-for-good.ts'
import { clearAway, isFullRun, quickOrFull, temporaryFolder } from '../support/executable.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'
import { type Random, test } from '../support/seed.ts'
import {
  contentOf,
  openSimulatedGallery,
  restoredContent,
  snapshotsIn,
} from '../support/simulated-gallery.ts'
import { fillUp, freeUp, mountSmall, needsMount, unmountAll } from '../support/small-disk.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 240_000)
afterAll(async () => {
  unmountAll()
  await clearAway()
})

const days = quickOrFull(12, 60)
/** One of them stands for three days. */
const rounds = days - 2
const kills = quickOrFull(3, 50)
const keep = { daily: 4, weekly: 3, monthly: 2 }
/** On which nights what happens; the disk is away for three. */
const nights = isFullRun ? { away: 17, swapped: 29, full: 41 } : { away: 3, swapped: 6, full: 8 }

/** The names that the rule keeps, computed apart from the program. */
function keptByRule(names: readonly string[]): string[] {
  const snapshots = names.map((name) => {
    const at = new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'))
    const day = Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / (24 * hourMs))
    // The first of January 1970 was a Thursday.
    return {
      name,
      day,
      week: Math.floor((day + 3) / 7),
      month: at.getFullYear() * 12 + at.getMonth(),
    }
  })
  const kept = new Set<string>()
  for (const [period, count] of [
    ['day', keep.daily],
    ['week', keep.weekly],
    ['month', keep.monthly],
  ] as const) {
    const newest = [...new Set(snapshots.map((each) => each[period]))].sort((a, b) => b - a)
    for (const number of newest.slice(0, count)) {
      kept.add(snapshots.findLast((each) => each[period] === number)!.name)
    }
  }
  return [...kept].sort()
}

type Run = Awaited<ReturnType<typeof openRun>>

async function openRun(random: Random) {
  const disk = temporaryFolder()
  if (needsMount.isMet) mountSmall(disk, '160m')
  const folder = join(disk, 'photos')
  const simulated = await openSimulatedGallery(folder, keep)
  const owner = simulated.owner()
  const first = await upload(simulated.gallery(), owner, camera({ title: 'First' }))
  await makeAlbum(owner, 'Stream', [first], { isPhotostream: true })
  const [seen] = await owner.data<Camera[]>('/api/cameras')
  await simulated.gallery().services.cameras.setImageFromUpload(seen!.id, await camera())
  simulated.gallery().services.pages.writeSamples()
  return {
    random,
    disk,
    folder,
    simulated,
    /** What the gallery had when each snapshot was made, by the snapshot's name. */
    records: new Map<string, Record<string, string>>(),
    /** How long a backup takes, in ms. */
    lengthMs: 500,
    restored: 0,
    pruned: 0,
    photos: [first.id],
  }
}

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

/** What the owner does in a day. */
async function changeGallery(run: Run, day: number): Promise<void> {
  const { random, simulated, photos } = run
  await simulated.signIn()
  const [owner, gallery] = [simulated.owner(), simulated.gallery()]
  const { id } = await upload(gallery, owner, camera({ title: `Photo of day ${day}` }))
  photos.push(id)
  const seen = pick(random, photos)
  await owner.data(`/api/photos/${seen}`, {
    method: 'PUT',
    body: { id: seen, title: `Seen on day ${day}` },
  })
  writeFileSync(join(simulated.data, 'pages/about.md'), `# About day ${day}\n`)
  await makeAlbum(owner, `Day ${day}`, [{ id }, { id: pick(random, photos) }])
  if (random() < 0.4) {
    const gone = pick(random, photos)
    photos.splice(photos.indexOf(gone), 1)
    await deleteForGood(gallery.services, gone, random() < 0.5)
  }
}

/** Notes what snapshots were added, and that none was removed before another one was verified. */
async function followSnapshots(run: Run, before: readonly string[]): Promise<void> {
  const { simulated, folder, records } = run
  const names = snapshotsIn(folder)
  const added = names.filter((name) => !before.includes(name))
  const content = await contentOf(simulated.data)
  for (const name of added) records.set(name, content)
  const removed = before.filter((name) => !names.includes(name))
  run.pruned += removed.length
  const { outcome } = (await simulated.target()).lastRun ?? {}
  const all = [...before, ...added].sort()
  if (outcome === 'done') expect(names).toEqual(keptByRule(all))
  else expect(names).toEqual(expect.arrayContaining(keptByRule(all)))
  if (removed.length > 0) {
    const newest = names.at(-1)!
    expect(before).not.toContain(newest)
    expect(damagedIn(folder, newest)).toEqual([])
  }
}

/** The files of a snapshot that are not what its manifest says. */
function damagedIn(folder: string, name: string): string[] {
  const manifest = readFileSync(join(folder, 'snapshots', name, 'manifest.md5'), 'utf8')
  const lines = manifest.trimEnd().split('\n')
  return lines.filter(
    (line) => md5(readFileSync(join(folder, line.slice(34)))) !== line.slice(0, 32),
  )
}

/** Makes the backup that is due and expects how it ends. */
async function expectBackup(run: Run, outcome: string): Promise<void> {
  const before = snapshotsIn(run.folder)
  const begun = performance.now()
  const { lastRun } = await run.simulated.backUp()
  if (outcome === 'done') run.lengthMs = performance.now() - begun
  expect(lastRun).toMatchObject({ outcome })
  await followSnapshots(run, before)
}

/** What the owner was told since `from`, of backups. */
const toldSince = ({ simulated }: Run, from: number) =>
  simulated.told.slice(from).filter(({ kind }) => kind === 'safety')

/** Kills the backup, or the server with it, at any moment; the next attempt completes it. */
async function killedNight(run: Run, count: number): Promise<void> {
  const { random, simulated, folder } = run
  for (let killed = 0; killed < count; ) {
    const from = simulated.told.length
    const before = snapshotsIn(folder)
    const ms = random() * run.lengthMs
    const isServer = random() < 0.5
    const isKilled = await (isServer ? simulated.killServer(ms) : simulated.killBackup(ms))
    if (isKilled) killed++
    await followSnapshots(run, before)
    const { outcome } = (await simulated.target()).lastRun ?? {}
    await simulated.look()
    const isTold = outcome === 'failed'
    expect(toldSince(run, from).map(({ type }) => type)).toEqual(isTold ? ['problem'] : [])
    simulated.gallery().clock.advance(hourMs)
    if (outcome !== 'done') await expectBackup(run, 'done')
    await simulated.look()
    const all = toldSince(run, from)
    expect(all.map(({ type }) => type)).toEqual(isTold ? ['problem', 'solved'] : [])
  }
}

/**
 * A failure that lasts for some nights: it is told once, again after each day, and once when it has
 * ended. No snapshot is touched meanwhile.
 */
async function troubledNights(
  run: Run,
  outcome: string,
  { count, begin, end }: { count: number; begin: (night: number) => void; end: () => void },
): Promise<void> {
  const { simulated, folder } = run
  const from = simulated.told.length
  const before = snapshotsIn(folder)
  for (let night = 0; night < count; night++) {
    begin(night)
    if (night > 0) simulated.goToNextNight()
    for (let attempt = 0; attempt < 3; attempt++) {
      await simulated.backUp()
      expect((await simulated.target()).lastRun).toMatchObject({ outcome })
      await simulated.look()
      simulated.gallery().clock.advance(hourMs)
    }
    await simulated.signIn()
  }
  const reminders = Array.from({ length: count - 1 }, () => 'reminder')
  expect(toldSince(run, from).map(({ type }) => type)).toEqual(['problem', ...reminders])
  end()
  expect(snapshotsIn(folder)).toEqual(before)
  await expectBackup(run, 'done')
  await simulated.look()
  const types = toldSince(run, from).map(({ type }) => type)
  expect(types).toEqual(['problem', ...reminders, 'solved'])
}

/** The disk is not mounted, or an empty folder is in its place. */
function diskAway(run: Run): Promise<void> {
  const { folder } = run
  const aside = `${folder}-aside`
  return troubledNights(run, 'missing', {
    count: 3,
    begin: (night) => {
      if (night === 0) renameSync(folder, aside)
      else if (night === 1) mkdirSync(folder)
    },
    end: () => {
      expect(snapshotsIn(folder)).toEqual([])
      rmdirSync(folder)
      renameSync(aside, folder)
    },
  })
}

/** The backups of another gallery are in the place of this one's. */
async function diskSwapped(run: Run): Promise<void> {
  const { folder, disk } = run
  const [aside, foreign] = [`${folder}-aside`, join(disk, 'foreign')]
  await using other = await openGallery()
  await upload(other, await other.asOwner(), camera())
  const { name } = await backUp(other, foreign)
  await troubledNights(run, 'wrong', {
    count: 1,
    begin: () => {
      renameSync(folder, aside)
      renameSync(foreign, folder)
    },
    end: () => {
      expect(snapshotsIn(folder)).toEqual([name])
      expect(damagedIn(folder, name)).toEqual([])
      renameSync(folder, foreign)
      renameSync(aside, folder)
    },
  })
}

const diskFull = (run: Run): Promise<void> =>
  troubledNights(run, 'failed', {
    count: 1,
    begin: () => fillUp(run.disk, 0),
    end: () => freeUp(run.disk),
  })

/** Restores snapshots and compares them with what the gallery had when they were made. */
async function expectRestored(run: Run, names: readonly string[]): Promise<void> {
  for (const name of names) {
    expect(run.records.has(name)).toBe(true)
    expect(await restoredContent(run.folder, name)).toEqual(run.records.get(name)!)
    run.restored++
  }
}

/** How often each night is killed, together `kills` times, on nights without another trouble. */
function killsOfNights(random: Random): number[] {
  const counts = Array.from({ length: rounds }, () => 0)
  const troubled = [nights.away, nights.swapped, nights.full]
  for (let kill = 0; kill < kills; ) {
    const night = Math.floor(random() * rounds)
    if (troubled.includes(night)) continue
    counts[night]!++
    kill++
  }
  return counts
}

async function spendNight(run: Run, night: number, killCount: number): Promise<void> {
  if (night === nights.away) await diskAway(run)
  else if (night === nights.swapped) await diskSwapped(run)
  else if (night === nights.full && needsMount.isMet) await diskFull(run)
  else if (killCount > 0) await killedNight(run, killCount)
  else await expectBackup(run, 'done')
}

test(`${days} days of nightly backups with ${kills} kills, and a missing, a swapped and a full disk, leave snapshots that all restore`, async (random) => {
  const begun = performance.now()
  const run = await openRun(random)
  const { simulated, folder } = run
  const killCounts = killsOfNights(random)
  await simulated.look()
  await expectBackup(run, 'done')
  await simulated.look()
  for (let night = 0; night < rounds; night++) {
    await changeGallery(run, night)
    simulated.goToNextNight()
    await spendNight(run, night, killCounts[night] ?? 0)
    await simulated.look()
    if (night % 5 === 4) {
      const names = snapshotsIn(folder)
      await expectRestored(run, [names.at(-1)!, pick(random, names)])
    }
  }
  const kept = snapshotsIn(folder)
  expect(run.pruned).toBeGreaterThan(0)
  await expectRestored(run, kept)
  await simulated.close()
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(
    `  ${days} days, ${kills} kills: ${run.records.size} snapshots, ${run.pruned} pruned, ${kept.length} kept, ${run.restored} restored; ${seconds} s`,
  )
})
