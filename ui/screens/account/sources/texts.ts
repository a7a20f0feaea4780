import type { ChangeKind, WhenGone } from '../../../../src/contract/imports/source-words.ts'
import type { Source, SourceCounts } from '../../../../src/contract/imports/sources.ts'
import { countOfPhotos, grouped } from '../../../../src/contract/text/counts.ts'

type Progress = NonNullable<Source['progress']>
type Question = NonNullable<Source['question']>

const files = (count: number) => (count === 1 ? '1 file' : `${grouped(count)} files`)

const folders = (count: number) => (count === 1 ? '1 folder' : `${grouped(count)} folders`)

/** 'one, two, and three'. */
const list = new Intl.ListFormat('en')

const kinds = ['new', 'changed', 'moved', 'gone', 'conflicting'] as const satisfies ChangeKind[]

/** '3 new, 1 gone'; undefined for nothing. */
function summary(counts: SourceCounts): string | undefined {
  const parts = kinds.flatMap((kind) =>
    counts[kind] > 0 ? `${grouped(counts[kind])} ${kind}` : [],
  )
  return parts.length > 0 ? parts.join(', ') : undefined
}

const everyHours = (hours: number | null): string => {
  if (hours === null) return 'Only on request'
  if (hours === 1) return 'Every hour'
  if (hours === 24) return 'Every day'
  if (hours === 168) return 'Every week'
  return `Every ${hours} hours`
}

export const texts = {
  title: 'Sources',
  lead: 'Folders that your gallery stays in sync with: new and changed photos in them appear here. Vitrine never changes anything in a source.',
  loading: 'Loading sources…',
  tryAgain: 'Try again',
  showMore: 'Show more',
  none: {
    heading: 'No sources yet',
    text: 'Add a folder, and the gallery stays in sync with it.',
  },
  lost: {
    heading: 'Google Drive is not connected',
    text: 'Its sources are not updated until you connect it.',
    connect: 'Connect Google Drive',
    again: 'Connect Google Drive again',
  },
  kind: {
    drive: 'Google Drive',
    folder: (path: string) => path,
    configured: 'Set on the command line (--watch)',
  },
  facts: {
    state: 'State',
    photos: 'Photos',
    lastRun: 'Last run',
    omitted: 'Left out',
    nextRun: 'Next run',
    never: 'Never',
    soon: 'In a moment',
  },
  states: {
    idle: 'Up to date',
    except: (parts: readonly string[]) => `In sync, except for ${list.format(parts)}`,
    failedFiles: (count: number) => `${files(count)} that could not be imported`,
    unreadable: (count: number) => `${folders(count)} that could not be read`,
    conflicts: (count: number) => (count === 1 ? '1 conflict' : `${grouped(count)} conflicts`),
    undecided: (count: number) =>
      `${files(count)} that ${count === 1 ? 'waits' : 'wait'} for your decision`,
    byHand: 'Changes are found only when you press “Sync now”.',
    waiting: 'Not synced yet',
    listing: 'Looking for changes…',
    applying: ({ done, total }: Progress) =>
      `Applying changes: ${grouped(done)} of ${grouped(total)}`,
    current: (name: string) => `Reading ${name}`,
    progress: (name: string) => `Progress of ${name}`,
    asking: ({ hidden, photos }: Question) =>
      `Needs your approval: ${countOfPhotos(hidden)} of ${grouped(photos)} would be hidden`,
    planned: (count: number) =>
      count === 1
        ? '1 change is waiting to be applied'
        : `${grouped(count)} changes are waiting to be applied`,
    waitingFiles: (count: number) =>
      `${files(count)} ${count === 1 ? 'is' : 'are'} waiting for your decision`,
    failed: 'The last run did not finish',
  },
  run: {
    counts: (counts: SourceCounts) => summary(counts) ?? 'nothing changed',
    failed: (count: number) => `${files(count)} could not be imported`,
    unreadable: (count: number) => `${folders(count)} could not be read`,
    applied: (name: string) => `${name} is in sync`,
  },
  actions: {
    sync: 'Sync now',
    stop: 'Stop',
    plan: 'View changes',
    answer: 'View changes and decide',
    decide: 'Decide',
    settings: 'Settings',
    remove: 'Remove',
    of: (action: string, name: string) => `${action}: ${name}`,
    failed: (reason: string) => `Could not sync: ${reason}`,
  },
  removal: {
    title: (name: string) => `Remove “${name}”?`,
    text: ({ photos }: { photos: number }) =>
      `The gallery no longer syncs this folder. ${
        photos === 1
          ? 'Its photo is kept as it is'
          : `Its ${countOfPhotos(photos)} are kept as they are`
      }, and nothing changes in the folder.`,
    ok: 'Remove source',
    removed: (name: string) => `${name} was removed. Its photos were kept.`,
  },
  add: {
    heading: 'Add a source',
    drive: 'Add a Drive folder',
    folder: 'Add a folder on the server',
    driveTitle: 'Add a Drive folder',
    folderTitle: 'Add a folder on the server',
    path: 'Folder',
    pathHint: 'The full path on the computer that runs Vitrine, such as /home/ann/exports',
    pathMissing: 'Enter the path of a folder',
    chooseFolder: 'Choose a folder…',
    chosen: (name: string) => `Folder: ${name}`,
    chooseFirst: 'Choose a folder first',
    chooserHint: 'The gallery will stay in sync with this folder.',
    submit: 'Add source',
    added: (name: string) => `${name} was added.`,
  },
  settings: {
    title: (name: string) => `Settings of ${name}`,
    name: 'Name',
    nameMissing: 'Enter a name',
    every: 'Look for changes',
    everyHours,
    watched: 'Changes in a folder on the server also appear within seconds.',
    subfolders: 'Include subfolders',
    albums: 'An album for each subfolder',
    albumsHint:
      'Albums are created as photos arrive. Anyone can see them until you give them a code.',
    whenGone: 'When a file is removed from the folder',
    whenGoneChoices: {
      nothing: 'Keep its photo',
      trash: 'Move its photo to the trash',
    } satisfies Record<WhenGone, string>,
    whenGoneHint: 'Photos in the trash are hidden, and can be restored for 30 days.',
    submit: 'Save',
  },
  plan: {
    title: (name: string) => `Changes in ${name}`,
    looking: 'Looking for changes…',
    nothing: 'Nothing has changed since the last run.',
    notApplied: 'Nothing below has been applied yet.',
    question: ({ hidden, photos, recent }: Question) => {
      const hiding = `Applying this would hide ${countOfPhotos(hidden)} of ${grouped(photos)}, because the files are gone.`
      const reason =
        recent === 0
          ? 'That is more than a tenth, so nothing was changed.'
          : `With ${grouped(recent)} hidden in the last 24 hours, that is more than a tenth, so nothing else was changed.`
      return `${hiding} ${reason} Is that right?`
    },
    groups: {
      new: 'New',
      changed: 'Changed',
      moved: 'Moved or renamed',
      gone: 'Gone',
      conflicting: 'Conflicting',
    } satisfies Record<ChangeKind, string>,
    changes: 'What would change',
    group: (name: string, count: number) => `${name} (${grouped(count)})`,
    from: (path: string) => `was ${path}`,
    hides: 'Its photo will be moved to the trash',
    hasAnotherFile: 'Its photo stays: another file contains it',
    isKept: 'Its photo stays, as chosen in the settings',
    replace: 'Replace the conflicting photos with the versions in the folder',
    apply: 'Apply',
    hide: (count: number) => `Hide ${countOfPhotos(count)} and apply`,
    keep: 'Keep them and apply',
    close: 'Close',
  },
} as const

export const changeKindsInOrder = kinds
