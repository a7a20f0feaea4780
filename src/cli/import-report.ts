import { basename } from 'node:path'
import { noOmissions, type Omissions, omissionSentences } from '../contract/imports/omissions.ts'
import { pendingDays } from '../contract/photos/versions.ts'
import type { ImportEvent, TargetAlbum } from '../imports/intake/import-request.ts'
import type { ImportNote } from './import-run.ts'
import { count, matchNote, printable, type TerminalOutput } from './terminal.ts'

const barWidth = 24

/** Reports an import: a progress bar on a terminal, otherwise one line per file, and a summary. */
export function createImportReport(output: TerminalOutput) {
  const counts = { total: 0, imported: 0, restored: 0, fromTrash: 0, duplicate: 0, failed: 0 }
  /** Of files that match a photo. */
  const matches = {
    waiting: new Set<string>(),
    doubtful: new Set<string>(),
    replaced: 0,
    keptBoth: 0,
  }
  const failures: string[] = []
  let publicAlbums: TargetAlbum[] = []
  let omitted: Omissions = noOmissions
  /** Photos that were in the gallery before, by the name of the album that they are not in. */
  const leftOut = new Map<string, { album: TargetAlbum; ids: Set<string> }>()
  let stopped: string | null = null

  const line = (text: string) =>
    output.write(`${output.isTTY ? '\r\x1b[K' : ''}${printable(text)}\n`)
  const bar = (path: string) => {
    if (!output.isTTY) return
    const { imported, restored, fromTrash, duplicate, failed } = counts
    const handled = imported + restored + fromTrash + duplicate + failed
    const done = handled + matches.replaced + matches.waiting.size
    // Paths that cannot be read count as done, but were not found.
    const total = Math.max(1, counts.total, done)
    const filled = Math.round((barWidth * done) / total)
    const text = `[${'='.repeat(filled)}${' '.repeat(barWidth - filled)}] ${done}/${total} ${basename(path)}`
    output.write(`\r\x1b[K${printable(text).slice(0, (output.columns ?? 80) - 1)}`)
  }

  const noteLeftOut = ({ leftOut: found }: Extract<ImportEvent, { leftOut?: unknown }>) => {
    for (const album of found?.albums ?? []) {
      const { ids } = leftOut.getOrInsertComputed(album.name, () => ({ album, ids: new Set() }))
      ids.add(found!.id)
    }
  }

  return {
    add: (event: ImportEvent | ImportNote) => {
      if ('path' in event) {
        matches.waiting.delete(event.path)
        matches.doubtful.delete(event.path)
      }
      switch (event.kind) {
        case 'note':
          line(event.text)
          return
        case 'found':
          counts.total = event.total
          publicAlbums = event.publicAlbums
          omitted = event.omitted ?? noOmissions
          line(`${count(event.total, 'file')} found`)
          // Before the first photo, so that the import can still be stopped.
          if (event.total > 0)
            for (const album of publicAlbums) line(publishingNote(album, output.isTTY === true))
          return
        case 'imported':
          counts.imported++
          if (event.keptBoth) matches.keptBoth++
          if (event.warning) line(`imported with a warning  ${event.path}: ${event.warning}`)
          else if (!output.isTTY) line(`imported  ${event.path}`)
          break
        case 'matched':
          matches.waiting.add(event.path)
          if (event.match.isDoubtful) matches.doubtful.add(event.path)
          if (!output.isTTY)
            line(`may be a new version  ${event.path}: of ${event.match.photo.name}`)
          break
        case 'replaced':
          matches.replaced++
          noteLeftOut(event)
          if (event.hasLostCrop) {
            line(`replaced, without the crop, which does not fit its shape  ${event.path}`)
          } else if (!output.isTTY) line(`replaced  ${event.path}`)
          break
        case 'restored':
          counts.restored++
          noteLeftOut(event)
          line(`original restored  ${event.path}`)
          break
        case 'back from trash':
          counts.fromTrash++
          line(`restored from the trash  ${event.path}`)
          break
        case 'duplicate':
          counts.duplicate++
          noteLeftOut(event)
          if (!output.isTTY) line(`already in the gallery  ${event.path}`)
          break
        case 'failed':
          counts.failed++
          failures.push(`${event.path}: ${event.reason}`)
          break
        case 'end':
          stopped ??= event.reason
          return
      }
      bar(event.path)
    },
    /** @returns the exit code: 1 if any file failed or the import stopped early. */
    end: (): number => {
      const restored = counts.restored > 0 ? `${counts.restored} restored, ` : ''
      const fromTrash = counts.fromTrash > 0 ? `${counts.fromTrash} restored from the trash, ` : ''
      const replaced = matches.replaced > 0 ? `${matches.replaced} replaced, ` : ''
      const kept = matches.keptBoth > 0 ? ` (${matches.keptBoth} beside a photo they match)` : ''
      line(
        `${counts.imported} imported${kept}, ${replaced}${restored}${fromTrash}${counts.duplicate} already in the gallery, ${counts.failed} failed`,
      )
      const [waiting, doubtful] = [matches.waiting.size, matches.doubtful.size]
      if (waiting > doubtful) line(waitingNote(waiting - doubtful))
      if (doubtful > 0) line(doubtfulNote(doubtful))
      // Several photos are imported at a time, so which album came first is chance.
      const albums = [...leftOut.values()].sort(
        (a, b) => Number(a.album.isPhotostream) - Number(b.album.isPhotostream),
      )
      for (const { album, ids } of albums) line(leftOutNote(album, ids.size))
      const added = counts.imported + counts.fromTrash
      if (added > 0) {
        for (const album of publicAlbums) line(visibilityNote(album, added))
      }
      for (const sentence of omissionSentences(omitted)) line(sentence)
      if (stopped) line(`Stopped early: ${stopped}.`)
      // Last, so that a long output ends with what needs attention.
      for (const failure of failures) line(`failed  ${failure}`)
      return counts.failed > 0 || stopped ? 1 : 0
    },
  }
}

const waitingNote = (files: number) =>
  `${matchNote(files)}. Decide on the website within ${pendingDays} days, or import ${files === 1 ? 'it' : 'them'} again with --on-match replace or keep-both.`

const doubtfulNote = (files: number) =>
  `${count(files, 'file')} may be ${files === 1 ? 'a new version of a photo' : 'new versions of photos'}, but could be other photos as well: several were taken in the same second, or the camera’s owner has a different name. Nothing was replaced. Decide on the website within ${pendingDays} days.`

function leftOutNote({ name, isPhotostream }: TargetAlbum, photos: number): string {
  const were = `${count(photos, 'photo')} ${photos === 1 ? 'was' : 'were'} already in the gallery and ${photos === 1 ? 'was' : 'were'} not added to`
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
  `Visitors can now see the ${photos === 1 ? 'photo' : count(photos, 'photo')} imported, because the album "${name}" ${isPhotostream ? 'is the photostream' : 'has no code'}.`
