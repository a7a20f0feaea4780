import { countOfPhotos, grouped } from '../../src/contract/counts.ts'
import type { Job, JobFailure } from '../../src/contract/jobs.ts'
import { timeLeft } from '../components/texts.ts'

/** The server stops counting a folder's photos here. */
const mostCounted = 1000

/** Every text of the Google Drive screen and of its import. */
export const texts = {
  title: 'Google Drive',
  lead: 'JPEG files from one folder of your drive. Vitrine only reads there. Every file is kept as it is, byte for byte, and stays private until you show it.',
  asking: 'Asking Google Drive …',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  ok: 'Ok',
  noJob: 'no job defined',
  steps: {
    heading: 'Give Vitrine its key',
    lead: 'To read your drive this gallery needs a client id and a client secret, which Google gives out free of charge. It is done once and takes some ten minutes.',
    project: [
      'Open ',
      'Google’s console',
      ', with whichever Google account you like, and make a project.',
    ],
    api: ['Enable the ', 'Google Drive API', ' in it.'],
    consent: [
      'Under ',
      'Google Auth Platform',
      ' press ‘Get started’: name the app, for example Vitrine, and choose the audience ‘External’. Under ‘Data access’ add the scope',
    ],
    publish: [
      'Under ',
      'Audience',
      ' press ‘Publish app’. An app left in Google’s testing state loses its connection after 7 days. It needs no verification for your own use: when you connect, Google warns that it has not verified the app; go on by ‘Advanced’.',
    ],
    client: [
      'Under ',
      'Clients',
      ' create a client of the type ‘Web application’, with this authorized redirect URI:',
    ],
    redirect: 'Authorized redirect URI',
    copy: 'Copy',
    copied: 'Copied',
    needsHttps:
      'Google accepts https addresses and localhost only: start Vitrine with --public-url and the https address of this gallery first.',
    start:
      'Start Vitrine with the client’s id and secret, as flags or variables, and load this page again:',
    flags: ['--google-client-id', '--google-client-secret'],
    variables: ['VITRINE_GOOGLE_CLIENT_ID', 'VITRINE_GOOGLE_CLIENT_SECRET'],
    more: 'The secret can also stand in a file that VITRINE_GOOGLE_CLIENT_SECRET_FILE names. The README tells the same at length.',
  },
  connect: {
    heading: 'Not connected',
    lead: 'Google asks you to sign in and whether Vitrine may see your drive, and sends you back here.',
    link: 'Connect Google Drive',
    elsewhere: (origin: string) =>
      `Google sends you back to ${origin}. Open this screen there to connect.`,
    again: 'Reconnect',
  },
  folder: {
    label: 'Folder name',
    hint: 'As it is called in your drive, in one shared with you or in a shared drive. What lies in folders inside it is left out.',
    set: 'Set',
    failed: (error: string) => `set folder: ${error}`,
    missing: 'Name a folder',
    about: (photos: number, created: string) => {
      const count = photos === 0 ? 'No JPEG files' : countOfPhotos(photos)
      const end = photos < mostCounted ? '' : ' or more'
      return created ? `${count}${end}, made on ${moment(created)}` : `${count}${end}`
    },
    several: (name: string) => `There are several folders named ‘${name}’. Which one is it?`,
  },
  photos: {
    heading: 'Photos in the folder',
    count: (total: number, fresh: number) => {
      if (total === 0) return 'There are no JPEG files in this folder'
      return `${countOfPhotos(total)}, ${fresh === 0 ? 'none' : grouped(fresh)} new`
    },
    checking: 'Counting the photos …',
    uncounted: 'Not counted',
    refresh: 'Count again',
    submit: (fresh: number) => (fresh === 0 ? 'Import' : `Import ${countOfPhotos(fresh)}`),
  },
  progress: {
    title: 'Import from Google Drive',
    waiting: 'Waiting for its turn',
    listing: 'Reading the folder',
    through: (through: number, total: number) => `${grouped(through)} of ${grouped(total)}`,
    percent: (percent: number) => `${percent} %`,
    left: timeLeft,
    silent: 'The server does not answer; the import may go on all the same.',
    finished: 'Finished',
    aborted: (error: string | null) => `Job Aborted ${error ?? ''}`.trim(),
    reasons: 'What failed is listed under Last import, with the reasons.',
    cancel: 'Cancel import',
    show: 'Show progress',
    showPhotos: 'Show the photos',
    question: {
      title: 'Cancel the import?',
      text: 'What has arrived stays. The rest can be imported at any time.',
      goOn: 'Go on importing',
    },
  },
  indicator: {
    progress: (through: number, total: number) => `${grouped(through)} of ${grouped(total)}`,
    label: (through: number, total: number) => `Import: ${grouped(through)} of ${grouped(total)}`,
    begins: 'Import',
    beginsLabel: 'Import: reading the folder',
  },
  last: {
    heading: 'Last import',
    summary: ({ done, skipped, failed }: Pick<Job, 'done' | 'skipped' | 'failed'>) =>
      `${grouped(done)} imported, ${grouped(skipped)} skipped, ${grouped(failed)} failed`,
    failures: 'Files that failed',
    retry: ({ name }: JobFailure) => `Retry ${name}`,
    retryAll: 'Retry all failed',
  },
  deleted: {
    heading: 'Once deleted here',
    lead: 'These photos lie in the folder, but you have deleted them from the gallery. They stay out until you ask for them.',
    all: (count: number) => (count === 1 ? 'Choose it' : `Choose all ${grouped(count)}`),
    about: (bytes: number, created: string) => `${size(bytes)}, in the drive since ${day(created)}`,
    submit: (count: number) => (count === 0 ? 'Import' : `Import ${countOfPhotos(count)}`),
  },
  disconnect: {
    heading: 'Connection',
    lead: 'Google Drive is connected.',
    submit: 'Disconnect',
    question: {
      title: 'Disconnect Google Drive?',
      text: 'Vitrine gives its access back to Google and forgets it. An import under way ends. Photos that are here stay.',
    },
  },
  more: (count: number) => `Show ${grouped(count)} more`,
} as const

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const day = (date: string) => (date ? days.format(new Date(date)) : '–')

/** Date and time in the viewer's time zone. */
export const moment = (date: string) => moments.format(new Date(date))

const megabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const size = (bytes: number) => `${megabytes.format(Math.max(0.1, bytes / 1e6))} MB`
