import { resolve } from 'node:path'
import { limits } from '../contract/limits.ts'
import { matchAnswers, type OnMatch } from '../contract/photos/versions.ts'
import { withoutForcedDirections } from '../contract/text/directions.ts'
import type { Config } from '../core/config/config.ts'
import { ConfigError } from '../core/config/config-error.ts'
import { shellWord } from '../core/shell-word.ts'
import type { ImportEvent, ImportRequest, MatchedFile } from '../imports/intake/import-request.ts'
import { hasGallery, requireGallery } from './gallery-folder.ts'
import { askAboutMatches } from './import-question.ts'
import { createImportReport } from './import-report.ts'
import { type ImportNote, runImport } from './import-run.ts'

type Wanted = {
  paths: string[]
  album?: string | undefined
  isPhotostream: boolean
  onMatch?: string | undefined
  /** Whether the data folder is the user's choice: then it may be a new one. */
  isFolderNamed: boolean
}

/** @returns 0, or 1 if any file failed. */
export async function importPhotos(config: Config, wanted: Wanted): Promise<number> {
  const request = requestOf(wanted)
  if (!wanted.isFolderNamed) requireGallery(config.data)
  const isNew = !hasGallery(config.data)
  const report = createImportReport(process.stdout)
  const matches = new Map<string, MatchedFile>()
  for await (const event of runImport(config, request)) {
    report.add(event)
    if (event.kind === 'found') report.add({ kind: 'note', text: folderNote(config.data, isNew) })
    noteMatches(event, matches)
  }
  if (matches.size > 0 && isTerminal()) {
    for await (const event of decideMatches(config, request, [...matches.values()])) {
      if (event.kind !== 'found') report.add(event)
    }
  }
  return report.end()
}

/** Files that only wait for another one of the import are not asked about. */
function noteMatches(event: ImportEvent | ImportNote, matches: Map<string, MatchedFile>): void {
  if (event.kind === 'matched') matches.set(event.match.id, event.match)
  if (event.kind === 'end') for (const id of event.contested ?? []) matches.delete(id)
}

/** Asks what becomes of the files that match a photo, and imports those decided on. */
async function* decideMatches(config: Config, request: ImportRequest, matches: MatchedFile[]) {
  const decisions = [...(await askAboutMatches(matches))]
  if (decisions.length > 0) yield* runImport(config, { ...request, paths: [], decisions })
}

/** @throws ConfigError */
function requestOf({ paths, album, isPhotostream, onMatch }: Wanted): ImportRequest {
  if (paths.length === 0) {
    throw new ConfigError('import needs at least one file or folder; see vitrine --help.')
  }
  const name = albumNameOf(album)
  return {
    paths: paths.map((path) => resolve(path)),
    ...(name !== undefined && { album: name }),
    isPhotostream,
    onMatch: onMatchOf(onMatch),
    run: Bun.randomUUIDv7(),
  }
}

const isTerminal = () => process.stdin.isTTY === true && process.stdout.isTTY === true

/** @throws ConfigError */
function onMatchOf(text: string | undefined): OnMatch {
  if (text === undefined) return isTerminal() ? 'ask' : 'keep-both'
  const answer = matchAnswers.find((each) => each === text)
  if (!answer) throw new ConfigError(`--on-match must be ${matchAnswers.join(', ')}.`)
  return answer
}

const folderNote = (data: string, isNew: boolean) =>
  isNew
    ? `There was no gallery in ${data}, so a new one was created. Run it with: vitrine --data ${shellWord(data)}`
    : `Importing into ${data}`

/** As the album's form checks it, before anything is opened. @throws ConfigError */
function albumNameOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  // Bytes that are no text arrive as this character.
  if (text.includes('\uFFFD')) throw new ConfigError('--album must be written in UTF-8.')
  if (/[\u0000-\u001f\u007f]/.test(text)) {
    throw new ConfigError('--album must be a single line without tabs or other control characters.')
  }
  const name = withoutForcedDirections(text).trim()
  if (name === '' || name.length > limits.albumName) {
    throw new ConfigError(`--album must be a name of 1 to ${limits.albumName} characters.`)
  }
  return name
}
