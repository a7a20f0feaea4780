import { countOfPhotos, grouped } from '../../src/contract/counts.ts'
import type { Job, JobFailure } from '../../src/contract/jobs.ts'
import { timeLeft } from '../components/texts.ts'

/** The server stops counting a folder's photos here. */
const mostCounted = 1000

export const texts = {
  title: 'Google Drive',
  lead: 'Import JPEG files from a folder in your drive. Vitrine never changes anything there. Files are kept unchanged, byte for byte, and stay private until you make them public.',
  contacting: 'Contacting Google Drive…',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  ok: 'Ok',
  noJob: 'no job defined',
  steps: {
    heading: 'Set up access',
    lead: 'To read your drive, this gallery needs a client ID and client secret from Google. They are free. You do this once; it takes about ten minutes.',
    project: [
      'Open the ',
      'Google Cloud console',
      ' with any Google account and create a project.',
    ],
    api: ['Enable the ', 'Google Drive API', ' for this project.'],
    consent: [
      'Under ',
      'Google Auth Platform',
      ', click “Get started”, name the app (for example Vitrine) and choose the audience “External”. Under “Data access”, add this scope:',
    ],
    publish: [
      'Under ',
      'Audience',
      ', click “Publish app”. While the app is in testing, Google disconnects it after 7 days. Publishing needs no verification for your own use: when you connect, Google will warn you that the app is unverified; choose “Advanced” to continue.',
    ],
    client: [
      'Under ',
      'Clients',
      ', create a client of type “Web application” with this authorized redirect URI:',
    ],
    redirect: 'Authorized redirect URI',
    copy: 'Copy',
    copied: 'Copied',
    needsHttps:
      'Google accepts only https addresses and localhost. Start Vitrine with --public-url set to this gallery’s https address first.',
    start:
      'Start Vitrine with the client ID and secret as flags or environment variables, then reload this page:',
    flags: ['--google-client-id', '--google-client-secret'],
    variables: ['VITRINE_GOOGLE_CLIENT_ID', 'VITRINE_GOOGLE_CLIENT_SECRET'],
    more: 'The secret can also be read from the file named by VITRINE_GOOGLE_CLIENT_SECRET_FILE. See the README for details.',
  },
  connect: {
    heading: 'Not connected',
    lead: 'Google will ask you to sign in and to let Vitrine see your drive, then send you back here.',
    link: 'Connect Google Drive',
    elsewhere: (origin: string) =>
      `Google will send you back to ${origin}. To connect, open this page at that address.`,
    again: 'Reconnect',
  },
  folder: {
    label: 'Folder name',
    hint: 'The name of a folder in your drive, shared with you or in a shared drive. Subfolders are not included.',
    set: 'Set',
    failed: (error: string) => `set folder: ${error}`,
    missing: 'Enter a folder name',
    about: (photos: number, created: string) => {
      const count = photos === 0 ? 'No JPEG files' : countOfPhotos(photos)
      const end = photos < mostCounted ? '' : ' or more'
      return created ? `${count}${end}, folder created on ${moment(created)}` : `${count}${end}`
    },
    several: (name: string) => `There are several folders named “${name}”. Which one do you want?`,
  },
  photos: {
    heading: 'Photos in the folder',
    count: (total: number, fresh: number) => {
      if (total === 0) return 'There are no JPEG files in this folder.'
      return `${countOfPhotos(total)}, ${grouped(fresh)} new`
    },
    checking: 'Counting photos…',
    uncounted: 'Not counted',
    refresh: 'Count again',
    submit: (fresh: number) => (fresh === 0 ? 'Import' : `Import ${countOfPhotos(fresh)}`),
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
    aborted: (error: string | null) => `Job Aborted ${error ?? ''}`.trim(),
    reasons: 'Failed files are listed with the reasons under “Last import”.',
    cancel: 'Cancel import',
    show: 'Show progress',
    showPhotos: 'Show photos',
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
  },
  last: {
    heading: 'Last import',
    summary: ({ done, skipped, failed }: Pick<Job, 'done' | 'skipped' | 'failed'>) =>
      `${grouped(done)} imported, ${grouped(skipped)} skipped, ${grouped(failed)} failed`,
    failures: 'Failed files',
    retry: ({ name }: JobFailure) => `Retry ${name}`,
    retryAll: 'Retry all failed',
  },
  deleted: {
    heading: 'Deleted from the gallery',
    lead: 'These photos are in the folder, but you deleted them from the gallery. They will not be imported again unless you select them.',
    all: (count: number) => `Select all ${grouped(count)}`,
    about: (bytes: number, created: string) =>
      created ? `${size(bytes)}, added to the drive on ${day(created)}` : size(bytes),
    submit: (count: number) => (count === 0 ? 'Import' : `Import ${countOfPhotos(count)}`),
  },
  disconnect: {
    heading: 'Connection',
    lead: 'Google Drive is connected.',
    submit: 'Disconnect',
    question: {
      title: 'Disconnect Google Drive?',
      text: 'Vitrine’s access to Google Drive will be revoked. Any import in progress will be stopped. Imported photos are kept.',
    },
  },
  more: (count: number) => `Show ${grouped(count)} more`,
} as const

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const day = (date: string) => days.format(new Date(date))

/** Date and time in the viewer's time zone. */
export const moment = (date: string) => moments.format(new Date(date))

const megabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const size = (bytes: number) => `${megabytes.format(Math.max(0.1, bytes / 1e6))} MB`
