import { grouped } from '../../src/contract/counts.ts'
import { passwordMinLength } from '../../src/contract/vocabulary.ts'
import { timeLeft } from '../components/texts.ts'

export const texts = {
  password: 'Password',
  show: 'Show',
  hide: 'Hide',
  login: {
    heading: 'Login to edit settings',
    submit: 'Submit',
    missing: 'Enter your password',
    retry: 'Try again',
    userNotLoaded: (message: string) => `error fetching account: ${message}`,
  },
  signInAgain: {
    title: 'Sign in again',
    text: 'Your session has ended. Sign in to continue; nothing you typed is lost.',
    submit: 'Sign in',
    cancel: 'Cancel',
  },
  title: 'Account',
  settings: {
    profile: 'Profile',
    drive: 'Google Drive',
    local: 'Local Drive',
    uxconfig: 'UX Config',
    sharing: 'Sharing',
    resume: 'Resume',
    about: 'About',
    status: 'Status',
    logout: 'Logout',
  },
  profile: {
    lead: 'How visitors see you.',
    name: 'Name',
    picture: 'Profile Picture',
    pictureHint: 'The address of a photo in this gallery, or an https:// address',
    preview: 'Your profile picture',
    noPreview: 'No picture found at this address',
    bio: 'Bio',
    bioHint: 'Shown above your photos',
    bioHidden: 'Not shown on the home page while Show Bio is off in UX Config',
    submit: 'Submit',
    saved: 'Saved',
  },
  logout: {
    lead: (name: string) =>
      `You are signed in as ${name} in this browser. Signing out does not affect other browsers, and visitors can still see the public photos.`,
    uploading: 'Uploads are in progress. Signing out stops them; photos already uploaded are kept.',
    submit: 'Sign out',
    done: 'You have been signed out.',
    failed: (error: string) => `check user: ${error}`,
  },
  local: {
    lead: 'Upload JPEG files from this device. Files are kept unchanged, byte for byte. New photos are private unless you add them to the photostream.',
    drop: 'Drop JPEG files or folders here, or ',
    choose: 'choose files',
    dropActive: 'Drop to start uploading',
    chosen: 'Chosen files',
    more: (count: number) => `and ${grouped(count)} more`,
    toPhotostream: 'Add to the photostream',
    toPhotostreamHint: 'Visitors can see these photos as soon as they are uploaded.',
    submit: (count: number) => (count === 0 ? 'Upload' : `Upload ${files(count)}`),
    discard: 'Clear selection',
    skipped: (count: number) =>
      count === 1
        ? '1 file was skipped because it is not a picture.'
        : `${grouped(count)} files were skipped because they are not pictures.`,
    unreadable: 'The browser could not read the dropped files.',
  },
  uploads: {
    heading: 'Uploads',
    progress: (uploaded: number, total: number) =>
      `${grouped(uploaded)} of ${grouped(total)} uploaded`,
    left: timeLeft,
    summary: (count: { uploaded: number; duplicates: number; failed: number; cancelled: number }) =>
      [
        `${grouped(count.uploaded)} uploaded`,
        count.duplicates === 1 ? '1 duplicate' : `${grouped(count.duplicates)} duplicates`,
        `${grouped(count.failed)} failed`,
        ...(count.cancelled > 0 ? [`${grouped(count.cancelled)} cancelled`] : []),
      ].join(', '),
    paused: (reason: string) => `Paused: ${reason}`,
    resume: 'Resume',
    cancelAll: 'Cancel all',
    retryFailed: 'Retry all failed',
    onlyFailed: 'Show failed only',
    clear: 'Clear list',
    showMore: (count: number) => `Show ${grouped(count)} more`,
    cancel: (name: string) => `Cancel ${name}`,
    retry: (name: string) => `Retry ${name}`,
    show: 'Show',
    stages: {
      waiting: 'Waiting',
      sending: (percent: number) => `Uploading ${percent}%`,
      processing: 'Processing',
      done: 'In the gallery',
      unlisted: 'In the gallery, but not in the photostream',
      listed: 'In the gallery and the photostream',
      duplicate: 'Already in the gallery',
      restored: 'Already in the gallery; its lost or damaged original was restored',
      failed: 'Not uploaded',
      unreachable: 'Not uploaded: the server is not responding',
      cancelled: 'Cancelled',
    },
    source: (result: string) => `source: ${result}`,
    problem: (error: string) => `err: ${error}`,
    warning: (reason: string) => `uploaded with a warning: ${reason}`,
    notJpeg: 'this is not a JPEG file',
  },
  setup: {
    heading: 'Set up your gallery',
    lead: 'This gallery has no owner yet. Choose a password; you can change your name and bio later.',
    passwordHint: `At least ${passwordMinLength} characters, and not a common password`,
    passwordTooShort: `Use at least ${passwordMinLength} characters`,
    name: 'Name',
    nameHint: 'Shown in the top bar and in page titles',
    bio: 'About you, in one line',
    bioHint: 'Shown above your photos',
    submit: 'Finish setup',
    noSecret: {
      heading: 'Open the setup link',
      text: 'Vitrine printed it in its console at startup. It is valid for 30 minutes; after that, opening this site prints a new one.',
    },
    claimed: {
      heading: 'This gallery is already set up',
      text: 'The setup link is no longer needed.',
      link: 'Sign in',
    },
  },
} as const

const files = (count: number) => (count === 1 ? '1 file' : `${grouped(count)} files`)
