import type { DriveFolderContent } from '../../../src/contract/imports/drive.ts'
import type { DriveReturnError } from '../../../src/contract/imports/drive-connection.ts'
import type { Job } from '../../../src/contract/imports/jobs.ts'
import { countOfPhotos, grouped } from '../../../src/contract/text/counts.ts'
import { asSentence } from '../../kit/api.ts'
import { timeLeft } from '../../kit/components/texts.ts'
import { withoutStatus } from '../../kit/reason.ts'
import { day, moment, timeOf } from '../../kit/times.ts'

/** The server stops counting a folder's photos here. */
const mostCounted = 1000

type Outcome = Pick<Job, 'done' | 'replaced' | 'waiting' | 'skipped' | 'failed'>

const summary = ({ done, replaced, waiting, skipped, failed }: Outcome) =>
  [
    `${grouped(done)} imported`,
    ...(replaced > 0 ? [`${grouped(replaced)} replaced`] : []),
    ...(waiting > 0 ? [`${grouped(waiting)} waiting for your decision`] : []),
    `${grouped(skipped)} skipped`,
    `${grouped(failed)} failed`,
  ].join(', ')

export const texts = {
  title: 'Google Drive',
  lead: 'Import JPEG files from a folder in your drive. Vitrine never changes anything there. Files are kept unchanged, byte for byte, and stay private until you make them public.',
  contacting: 'Contacting Google Drive…',
  tryAgain: 'Try again',
  loadAgain: 'Load again',
  showMore: 'Show more',
  cancel: 'Cancel',
  ok: 'Ok',
  noJob: 'no job defined',
  connect: {
    heading: 'Not connected',
    lead: 'Google will ask you to sign in and to let Vitrine see your drive, then send you back here.',
    link: 'Connect Google Drive',
    elsewhere: (origin: string) =>
      `Google will send you back to ${origin}. To connect, open this page at that address.`,
    again: 'Reconnect',
    againAs: (account: string | null) => (account ? `Reconnect ${account}` : 'Reconnect'),
    forget: 'Forget this connection',
    closeError: 'Close this message',
    errors: {
      expired:
        'The sign-in at Google took too long or was used before. Nothing was changed. Please try again.',
      'other-session':
        'The sign-in at Google was started in another browser or session. Nothing was changed. Please try again here.',
      'signed-out':
        'You were signed out while you were at Google. Nothing was changed. Please try again.',
      'sign-in': 'You were signed out. Please connect again.',
      importing:
        'An import is running, so the connection was not changed. Wait until it has ended, or cancel it first.',
      kept: 'Google did not grant access again, so the current connection was kept.',
    } satisfies Record<DriveReturnError, string>,
  },
  folder: {
    label: 'Folder name',
    hint: 'The name of a folder in your own drive, in a shared drive or shared with you. Subfolders are not included.',
    set: 'Set',
    browse: 'Browse…',
    failed: (error: string) => `set folder: ${error}`,
    missing: 'Enter a folder name',
    question: {
      title: 'Stop the import?',
      text: (running: string | null, wanted: string) =>
        `${importFrom(running)} is running. Stop it and choose “${wanted}” instead? Imported photos are kept.`,
      stop: 'Stop import',
    },
    about: (photos: number | null, created: string) => {
      const parts = [
        ...(photos === null ? [] : [countedTo(mostCounted, photos)]),
        ...(created ? [`folder created on ${moment(created)}`] : []),
      ]
      return asSentence(parts.join(', '))
    },
    several: (name: string) => `There are several folders named “${name}”. Which one do you want?`,
  },
  photos: {
    heading: 'Photos in the folder',
    count: ({ folder, total, new: fresh, newBytes }: DriveFolderContent) => {
      if (total === 0) return `There are no JPEG files in “${folder}”.`
      const count = `In “${folder}”: ${countOfPhotos(total)}, ${grouped(fresh)} new`
      return fresh > 0 && newBytes > 0 ? `${count} (${size(newBytes)})` : count
    },
    /** `total` is unknown while the folder is being listed. */
    importing: (folder: string | null, total: number | undefined, left: number) => {
      const remaining = `${grouped(left)} left to import`
      const counts = total === undefined ? remaining : `${countOfPhotos(total)}, ${remaining}`
      return folder === null ? asSentence(counts) : `In “${folder}”: ${counts}`
    },
    checking: 'Counting photos…',
    uncounted: 'Not counted',
    later: 'The photos are counted again when Google allows it.',
    refresh: 'Count again',
    submit: (fresh: number) => (fresh === 0 ? 'Import' : `Import ${countOfPhotos(fresh)}`),
    gone: 'Some of the selected files are no longer in the folder, so nothing was imported. The list is up to date now; please select again.',
  },
  progress: {
    title: 'Import from Google Drive',
    waiting: 'Waiting to start',
    listing: 'Reading the folder',
    processed: (processed: number, total: number) => `${grouped(processed)} of ${grouped(total)}`,
    percent: (percent: number) => `${percent}%`,
    left: timeLeft,
    silent: 'The server is not responding. The import may still be running.',
    finished: 'Finished',
    ended: (job: Outcome) => `Import finished: ${summary(job)}`,
    aborted: (error: string | null) => `Job Aborted ${error ?? ''}`.trim(),
    paused: (reason: string | null, until: string, now: Date) => {
      const why = withoutStatus(reason ?? 'Google is limiting requests')
      const seconds = Math.ceil((Date.parse(until) - now.getTime()) / 1000)
      return {
        why: `${asSentence(why)}.`,
        until:
          seconds < mostCountedDown
            ? `The import continues in ${countdown(seconds)}.`
            : `The import continues at ${timeOf(until, now)}.`,
      }
    },
    pausedAt: (processed: string) => `Paused at ${processed}`,
    closing: '“Ok” closes this window. The import keeps running, even if you close the browser.',
    showFailures: 'Show failed files',
    cancel: 'Cancel import',
    show: 'Show progress',
    showPhotos: 'Show photos',
    decide: 'Decide',
    question: {
      title: 'Cancel the import?',
      text: 'Imported photos are kept. You can import the rest at any time.',
      keep: 'Keep importing',
    },
  },
  indicator: {
    progress: (processed: number, total: number) => `${grouped(processed)} of ${grouped(total)}`,
    label: (processed: number, total: number) =>
      `Import: ${grouped(processed)} of ${grouped(total)}`,
    starting: 'Import',
    startingLabel: 'Import: reading the folder',
    pausedLabel: (processed: number, total: number) =>
      `Import paused: ${grouped(processed)} of ${grouped(total)}`,
  },
  last: {
    heading: 'Last import',
    summary,
    of: (folder: string | null, job: Outcome) =>
      folder === null ? summary(job) : `From “${folder}”: ${summary(job)}`,
    selection: (job: Outcome) => `Selected files: ${summary(job)}`,
    notFinished: (reason?: string) =>
      reason === undefined
        ? 'Not finished.'
        : `Not finished: ${withoutStatus(reason).replace(/[^.!?]$/, '$&.')}`,
  },
  failures: {
    heading: 'Files that could not be imported',
    lead: (total: number) =>
      total === 1
        ? '1 file is listed here until it is imported or you dismiss it.'
        : `${grouped(total)} files are listed here until they are imported or you dismiss them.`,
    tries: (tries: number, failedAt: string, isLeftOut: boolean) => {
      const tried = `${tries === 1 ? 'Tried once' : `Tried ${grouped(tries)} times`}, last on ${moment(failedAt)}`
      return isLeftOut ? `${tried}. The next import skips it.` : `${tried}.`
    },
    later: 'You can try them again when the running import has ended.',
    retry: (name: string) => `Try again: ${name}`,
    dismiss: (name: string) => `Dismiss ${name}`,
    retryAll: 'Try all again',
    dismissAll: 'Dismiss all',
    question: {
      title: (name: string) => `Dismiss ${name}?`,
      titleOfAll: (total: number) => `Dismiss ${countOfFiles(total)}?`,
      text: 'It is removed from this list. If it cannot be imported as it is, it is not tried again until it changes in Google Drive.',
      textOfAll:
        'They are removed from this list. Those that cannot be imported as they are will not be tried again until they change in Google Drive.',
      ok: 'Dismiss',
    },
  },
  dismissed: {
    heading: (total: number) => `Dismissed files (${grouped(total)})`,
    list: 'Dismissed files',
    lead: 'These files cannot be imported as they are, and imports skip them until they change in Google Drive. You can try them again, for example after an update of Vitrine.',
    retry: 'Retry',
    retryOf: (name: string) => `Retry ${name}`,
  },
  blocked: {
    heading: 'Files that cannot be downloaded',
    lead: 'These files are in the folder, but Google Drive does not let Vitrine download them. Their owner can allow it in Google Drive.',
  },
  deleted: {
    heading: 'Deleted from the gallery',
    lead: 'These photos are in the folder, but you deleted them from the gallery. They will not be imported again unless you select them.',
    all: (count: number) => `Select all ${grouped(count)}`,
    about: (bytes: number, created: string) =>
      created ? `${size(bytes)}, added to the drive on ${day(created)}` : size(bytes),
    submit: (count: number) => (count === 0 ? 'Import' : `Import ${countOfPhotos(count)}`),
  },
  connection: {
    heading: 'Connection',
    connected: (account: string | null) =>
      account ? `Google Drive is connected as ${account}.` : 'Google Drive is connected.',
    reconnection: {
      title: 'Reconnect during the import?',
      text: (running: string | null, account: string | null) =>
        `${importFrom(running)} is running. ${
          account
            ? `It continues if you sign in as ${account} again, and stops if you choose another account.`
            : 'It stops if you choose another account.'
        } Imported photos are kept.`,
      ok: 'Continue to Google',
    },
    lead: 'Reconnect to use another Google account or to renew Vitrine’s access.',
    submit: 'Disconnect',
    question: {
      title: 'Disconnect Google Drive?',
      text: 'Vitrine’s access to Google Drive will be revoked. Any import in progress will be stopped. Imported photos are kept.',
    },
  },
  more: (count: number) => `Show ${grouped(count)} more`,
} as const

/** Pauses that are shorter, in seconds, are counted down. */
const mostCountedDown = 120

const countdown = (seconds: number) =>
  seconds < 60
    ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} minutes`

const importFrom = (folder: string | null) =>
  folder === null ? 'An import' : `The import from “${folder}”`

function countedTo(most: number, photos: number): string {
  if (photos === 0) return 'No JPEG files'
  return photos < most ? countOfPhotos(photos) : `${countOfPhotos(photos)} or more`
}

const countOfFiles = (count: number) => (count === 1 ? '1 file' : `${grouped(count)} files`)

const megabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const size = (bytes: number) => `${megabytes.format(Math.max(0.1, bytes / 1e6))} MB`
