import type { MatchRule } from '../../../src/contract/photos/versions.ts'
import { countOfPhotos, grouped } from '../../../src/contract/text/counts.ts'

export const texts = {
  undo: 'Undo',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  /** A file that may be a new version of a photo. */
  match: {
    label: (fileName: string) => `${fileName} and a photo in the gallery`,
    newFile: 'New file',
    present: 'In the gallery',
    noPreview: 'No preview',
    rule: {
      item: 'This file replaced the one that the photo was imported from.',
      document: 'Both carry the same document ID, so they are exports of the same original.',
      'camera and time': 'Both were taken with the same camera at the same moment.',
      'name and time': 'Both have the same file name and were taken at the same time.',
    } satisfies Record<MatchRule, string>,
    others: (count: number) =>
      `${count === 1 ? 'Another waiting file matches' : `${grouped(count)} other waiting files match`} this photo too. At most one of them can be its new version.`,
    replace: 'Replace',
    replaceOf: (fileName: string, photo: string) => `Replace “${photo}” with ${fileName}`,
    keepBoth: 'Keep both',
    keepBothOf: (fileName: string, photo: string) => `Keep both “${photo}” and ${fileName}`,
    discard: 'Discard',
    discardOf: (fileName: string) => `Discard ${fileName}`,
  },
  all: {
    label: 'All waiting files',
    lead: 'Replacing keeps a photo’s address, albums, likes, comments and your edits. Its earlier files are kept, so you can return to them.',
    replace: (count: number) => {
      if (count === 0) return 'Replace all'
      return count === 1 ? 'Replace it' : `Replace all ${grouped(count)}`
    },
    keepBoth: (count: number) => `Keep both for all ${grouped(count)}`,
    stop: 'Stop',
    progress: {
      replace: (done: number, total: number) => `Replacing ${grouped(done)} of ${grouped(total)}`,
      'keep-both': (done: number, total: number) => `Adding ${grouped(done)} of ${grouped(total)}`,
    },
    leftOut: (count: number) =>
      `Replacing all skips ${countOfPhotos(count)} that several files match. Decide those one by one.`,
  },
  question: {
    title: (fileName: string) => `Discard ${fileName}?`,
    text: 'The uploaded file will be deleted. The photo in the gallery stays as it is.',
    textOfSource:
      'The file is not added to the gallery and stays in its folder. The photo in the gallery stays as it is.',
    ok: 'Discard',
  },
  waiting: {
    heading: 'Waiting for your decision',
    lead: 'These files may be new versions of photos in the gallery. They are kept for a week, then deleted.',
    rows: 'Files waiting for your decision',
    about: (received: string, source?: string) =>
      source === undefined ? `Received ${received}` : `From ${source}, received ${received}`,
    failed: (reason: string) => `Could not load the files that wait for your decision: ${reason}`,
    count: 'waiting',
    more: (count: number) => `Show ${grouped(count)} more`,
    offer: (count: number) =>
      count === 1
        ? '1 file may be a new version of a photo in the gallery.'
        : `${grouped(count)} files may be new versions of photos in the gallery.`,
    decide: 'Decide',
  },
  replaced: {
    one: (photo: string) => `“${photo}” now shows the new file.`,
    many: (count: number) => `${countOfPhotos(count)} now show their new files.`,
    lostCrop: 'Its crop was removed, because the new file has a different shape.',
    lostCrops: (count: number) =>
      count === 1
        ? 'The crop of 1 photo was removed, because its new file has a different shape.'
        : `The crops of ${countOfPhotos(count)} were removed, because their new files have different shapes.`,
    undone: (count: number) =>
      count === 1
        ? 'The photo shows its previous file again.'
        : `${countOfPhotos(count)} show their previous files again.`,
    undoFailed: (reason: string) => `Could not return to the previous file: ${reason}`,
  },
  added: (count: number) =>
    count === 1 ? 'Added as a new photo.' : `Added as ${countOfPhotos(count)}.`,
  gone: {
    one: (fileName: string) =>
      `${fileName} is no longer waiting: it was decided elsewhere or has expired.`,
    many: (count: number) =>
      `${grouped(count)} files are no longer waiting: they were decided elsewhere or have expired.`,
  },
  versions: {
    title: 'Versions',
    lead: 'The files that this photo has had, newest first. The last three before the current one are kept. Likes, comments, albums and your edits stay when you change the file.',
    only: 'This photo has had only one file. Upload another export of it here: likes, comments, albums and your edits stay.',
    list: 'Versions of this photo',
    loading: 'Loading…',
    failed: (reason: string) => `Could not load the versions: ${reason}`,
    useFailed: (reason: string) => `Could not use this version: ${reason}`,
    /** How a version was recognised as one of the photo. */
    rule: {
      item: 'Replaced in its source',
      document: 'Matched by document ID',
      'camera and time': 'Matched by camera and time',
      'name and time': 'Matched by file name and time',
    } satisfies Record<MatchRule, string>,
    shown: 'Shown now',
    upload: 'Upload new version',
    uploadFailed: (reason: string) => `Could not upload the new version: ${reason}`,
    use: 'Use this version',
    ofMoment: (moment: string) => `Use this version of ${moment}`,
    used: (moment: string) => `The photo now shows the version of ${moment}.`,
    lostCrop: 'Its crop was removed, because this version has a different shape.',
  },
} as const
