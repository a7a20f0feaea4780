import type { DamagedOriginal, Originals } from '../../../../../src/contract/site/originals.ts'
import { countOf, grouped } from '../../../../../src/contract/text/counts.ts'

type Pass = NonNullable<Originals['pass']>

const files = {
  current: 'The original',
  earlier: 'An earlier version',
  waiting: 'A possible new version',
} satisfies Record<DamagedOriginal['version'], string>

const faults = {
  missing: 'is missing',
  changed: 'has changed, so it is damaged',
  unreadable: 'cannot be read',
} satisfies Record<DamagedOriginal['fault'], string>

export const texts = {
  heading: 'Originals',
  lead: 'Disks can damage files without anyone noticing. To find out in time, the gallery reads every original at least once in 90 days, in quiet moments, and tells you if one has changed.',
  notYet: 'The first check begins within a day.',
  since: (on: string) => `Every original has been read since ${on}.`,
  pass: (on: string, { read, total }: Pass) =>
    `The check that began on ${on} has read ${grouped(read)} of ${countOf(total, 'original')}.`,
  good: 'None is missing or damaged.',
  damaged: (count: number) =>
    count === 1
      ? '1 original is missing or damaged.'
      : `${grouped(count)} originals are missing or damaged.`,
  saved: (count: number, saved: number) => {
    if (saved === 0) return 'No backup has a good copy.'
    if (saved === count) return count === 1 ? 'A backup has it.' : 'Backups have all of them.'
    return `Backups have ${grouped(saved)} of them.`
  },
  shown: (count: number) => `The first ${grouped(count)} are shown.`,
  checking: 'Reading them again…',
  fault: ({ version, fault }: DamagedOriginal) => `${files[version]} ${faults[fault]}`,
  found: (what: string, on: string) => `${what}. Found on ${on}.`,
  copyIn: (folder: string) => `A good copy is in ${folder}`,
  noCopy:
    'No backup has a good copy. If you have the same file elsewhere, upload it again: that puts the original back.',
  putBack: 'Put back',
  putBackNamed: (name: string) => `Put back: ${name}`,
  putBackAll: 'Put back all',
  checkAgain: 'Check again',
  progress: 'Putting originals back',
  progressText: (done: number, total: number) =>
    `Putting back ${grouped(done)} of ${countOf(total, 'original')}`,
  done: (count: number) =>
    count === 1 ? 'The original was put back.' : `${grouped(count)} originals were put back.`,
  failed: (reason: string) => `Could not put it back: ${reason}`,
  failedAll: (reason: string) => `Could not put them back: ${reason}`,
  checkFailed: (reason: string) => `Could not check again: ${reason}`,
}
