import { basename } from 'node:path'
import { noOmissions, type Omissions, omissionSentences } from '../contract/imports/omissions.ts'
import { pendingDays } from '../contract/photos/versions.ts'
import { countOf } from '../contract/text/counts.ts'
import type { ImportEvent, LeftOut, TargetAlbum } from '../imports/intake/import-request.ts'
import type { ImportNote } from './import-run.ts'
import { matchNote, printable, type TerminalOutput } from './terminal.ts'

const barWidth = 24

/** What an import has reported so far. */
type Tally = {
  total: number
  /** Whether the files were counted, which comes before the first of them. */
  hasBegun: boolean
  imported: number
  /** Of the imported files, those that match a photo. */
  keptBoth: number
  replaced: number
  restored: number
  fromTrash: number
  duplicate: number
  /** Paths of files that match a photo and wait for a decision. */
  readonly waiting: Set<string>
  /** Of these, those that could be other photos as well. */
  readonly doubtful: Set<string>
  readonly failures: string[]
  /** What is about no single file, for the summary. */
  readonly remarks: string[]
  publicAlbums: readonly TargetAlbum[]
  omitted: Omissions
  /** Photos that were in the gallery before, by the name of the album that they are not in. */
  readonly leftOut: Map<string, { readonly album: TargetAlbum; readonly ids: Set<string> }>
  stopped: string | null
}

/** Reports an import: a progress bar on a terminal, otherwise one line per file, and a summary. */
export function createImportReport(output: TerminalOutput) {
  const tally: Tally = {
    total: 0,
    hasBegun: false,
    imported: 0,
    keptBoth: 0,
    replaced: 0,
    restored: 0,
    fromTrash: 0,
    duplicate: 0,
    waiting: new Set(),
    doubtful: new Set(),
    failures: [],
    remarks: [],
    publicAlbums: [],
    omitted: noOmissions,
    leftOut: new Map(),
    stopped: null,
  }
  const isTerminal = output.isTTY === true
  const line = (text: string) => output.write(`${isTerminal ? '\r\x1b[K' : ''}${printable(text)}\n`)

  return {
    add: (event: ImportEvent | ImportNote) => {
      if (event.kind === 'note') {
        line(event.text)
        return
      }
      record(event, tally)
      for (const text of linesFor(event, tally, isTerminal)) line(text)
      if (isTerminal && 'path' in event) {
        output.write(`\r\x1b[K${barText(tally, event.path, output.columns ?? 80)}`)
      }
    },
    /** @returns the exit code: 1 if any file failed or the import stopped early. */
    end: (): number => {
      for (const text of summaryOf(tally)) line(text)
      return tally.failures.length > 0 || tally.stopped ? 1 : 0
    },
  }
}

function record(event: ImportEvent, tally: Tally): void {
  if ('path' in event) {
    tally.waiting.delete(event.path)
    tally.doubtful.delete(event.path)
  }
  if ('leftOut' in event && event.leftOut) recordLeftOut(event.leftOut, tally)
  switch (event.kind) {
    case 'found':
      tally.total = event.total
      tally.hasBegun = true
      tally.publicAlbums = event.publicAlbums
      tally.omitted = event.omitted ?? noOmissions
      break
    case 'imported':
      tally.imported++
      if (event.keptBoth) tally.keptBoth++
      break
    case 'matched':
      tally.waiting.add(event.path)
      if (event.match.isDoubtful) tally.doubtful.add(event.path)
      break
    case 'replaced':
      tally.replaced++
      break
    case 'restored':
      tally.restored++
      break
    case 'back from trash':
      tally.fromTrash++
      break
    case 'duplicate':
      tally.duplicate++
      break
    case 'failed':
      tally.failures.push(`${event.path}: ${event.reason}`)
      break
    case 'remark':
      // What comes before the first photo is said at once.
      if (tally.hasBegun) tally.remarks.push(event.text)
      break
    case 'end':
      tally.stopped ??= event.reason
      break
  }
}

function recordLeftOut({ id, albums }: LeftOut, { leftOut }: Tally): void {
  for (const album of albums) {
    const { ids } = leftOut.getOrInsertComputed(album.name, () => ({ album, ids: new Set() }))
    ids.add(id)
  }
}

/** On a terminal, the bar says enough about files that need no attention. */
function linesFor(event: ImportEvent, tally: Tally, isTerminal: boolean): string[] {
  const unlessTerminal = (text: string) => (isTerminal ? [] : [text])
  switch (event.kind) {
    case 'found': {
      const albums = event.total > 0 ? event.publicAlbums : []
      // Before the first photo, so that the import can still be stopped.
      const notes = albums.map((album) => publishingNote(album, isTerminal))
      return [`${countOf(event.total, 'file')} found`, ...notes]
    }
    case 'imported':
      if (!event.warning) return unlessTerminal(`imported  ${event.path}`)
      return [`imported with a warning  ${event.path}: ${event.warning}`]
    case 'matched':
      return unlessTerminal(`may be a new version  ${event.path}: of ${event.match.photo.name}`)
    case 'replaced':
      if (!event.hasLostCrop) return unlessTerminal(`replaced  ${event.path}`)
      return [`replaced, without the crop, which does not fit its shape  ${event.path}`]
    case 'restored':
      return [`original restored  ${event.path}`]
    case 'back from trash':
      return [`restored from the trash  ${event.path}`]
    case 'duplicate':
      return unlessTerminal(`already in the gallery  ${event.path}`)
    case 'remark':
      return tally.hasBegun ? [] : [event.text]
    case 'failed':
    case 'end':
      return []
  }
}

function barText(tally: Tally, path: string, columns: number): string {
  const { imported, replaced, restored, fromTrash, duplicate, failures, waiting } = tally
  const added = imported + replaced + restored + fromTrash
  const done = added + duplicate + failures.length + waiting.size
  // Paths that cannot be read count as done, but were not found.
  const total = Math.max(1, tally.total, done)
  const filled = Math.round((barWidth * done) / total)
  const bar = `${'='.repeat(filled)}${' '.repeat(barWidth - filled)}`
  return printable(`[${bar}] ${done}/${total} ${basename(path)}`).slice(0, columns - 1)
}

function* summaryOf(tally: Tally): Generator<string> {
  yield countsLine(tally)
  const doubtful = tally.doubtful.size
  const waiting = tally.waiting.size - doubtful
  if (waiting > 0) yield waitingNote(waiting)
  if (doubtful > 0) yield doubtfulNote(doubtful)
  // Several photos are imported at a time, so which album came first is chance.
  const albums = [...tally.leftOut.values()].sort(
    (a, b) => Number(a.album.isPhotostream) - Number(b.album.isPhotostream),
  )
  for (const { album, ids } of albums) yield leftOutNote(album, ids.size)
  const added = tally.imported + tally.fromTrash
  if (added > 0) yield* tally.publicAlbums.map((album) => visibilityNote(album, added))
  yield* tally.remarks
  yield* omissionSentences(tally.omitted)
  if (tally.stopped) yield `Stopped early: ${tally.stopped}.`
  // Last, so that a long output ends with what needs attention.
  for (const failure of tally.failures) yield `failed  ${failure}`
}

function countsLine(tally: Tally): string {
  const restored = tally.restored > 0 ? `${tally.restored} restored, ` : ''
  const fromTrash = tally.fromTrash > 0 ? `${tally.fromTrash} restored from the trash, ` : ''
  const replaced = tally.replaced > 0 ? `${tally.replaced} replaced, ` : ''
  const kept = tally.keptBoth > 0 ? ` (${tally.keptBoth} kept next to a matching photo)` : ''
  return `${tally.imported} imported${kept}, ${replaced}${restored}${fromTrash}${tally.duplicate} already in the gallery, ${tally.failures.length} failed`
}

const waitingNote = (files: number) =>
  `${matchNote(files)}. Decide on the website within ${pendingDays} days, or import ${files === 1 ? 'it' : 'them'} again with --on-match replace or keep-both.`

const doubtfulNote = (files: number) =>
  `${countOf(files, 'file')} may be ${files === 1 ? 'a new version of a photo' : 'new versions of photos'}, but could be other photos as well: several were taken in the same second, or the camera’s owner has a different name. Nothing was replaced. Decide on the website within ${pendingDays} days.`

function leftOutNote({ name, isPhotostream }: TargetAlbum, photos: number): string {
  const were = `${countOf(photos, 'photo')} ${photos === 1 ? 'was' : 'were'} already in the gallery and ${photos === 1 ? 'was' : 'were'} not added to`
  const them = photos === 1 ? 'it' : 'them'
  return isPhotostream
    ? `${were} the photostream. Make ${them} public with the locks on the home page.`
    : `${were} the album "${name}". Add ${them} there with 'Add photos' on the album's page.`
}

const publishingNote = (album: TargetAlbum, isTerminal: boolean) =>
  `This publishes the photos: ${whyVisible(album)}.${isTerminal ? ' Press Ctrl-C to stop.' : ''}`

const whyVisible = ({ name, isPhotostream }: TargetAlbum) =>
  `anyone can see the album "${name}", because it ${isPhotostream ? 'is the photostream' : 'has no code'}`

const visibilityNote = ({ name, isPhotostream }: TargetAlbum, photos: number) =>
  `Visitors can now see the ${photos === 1 ? 'photo' : countOf(photos, 'photo')} imported, because the album "${name}" ${isPhotostream ? 'is the photostream' : 'has no code'}.`
