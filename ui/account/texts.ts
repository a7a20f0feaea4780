import { grouped } from '../../src/contract/counts.ts'
import { passwordMinLength } from '../../src/contract/vocabulary.ts'
import { timeLeft } from '../components/texts.ts'

/** Every text of the account's screens. */
export const texts = {
  password: 'Password',
  show: 'Show',
  hide: 'Hide',
  login: {
    heading: 'Login to edit settings',
    submit: 'Submit',
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
    logout: 'Logout',
  },
  profile: {
    lead: 'How everybody who looks at your photos sees you.',
    name: 'Name',
    picture: 'Profile Picture',
    pictureHint: 'The address of a photo here, or of a picture that starts with https://',
    preview: 'Your profile picture',
    noPreview: 'There is no picture at this address',
    bio: 'Bio',
    bioHint: 'Stands above your photos',
    submit: 'Submit',
    saved: 'Saved',
  },
  logout: {
    lead: (name: string) =>
      `${name} is signed in on this browser. Logging out ends that; other browsers stay signed in, and visitors see the public photos as before.`,
    uploading: 'Uploads are under way. They end when you log out; what has arrived stays.',
    submit: 'Log out',
    done: 'You are logged out',
    failed: (error: string) => `check user: ${error}`,
  },
  local: {
    lead: 'JPEG files from this device. Every file is kept as it is, byte for byte, and stays private until you show it.',
    drop: 'Drop JPEG files or folders here, or ',
    choose: 'choose files',
    dropNow: 'Drop them: the upload starts at once',
    chosen: 'Chosen files',
    more: (count: number) => `and ${grouped(count)} more`,
    toPhotostream: 'Add to the photostream',
    toPhotostreamHint: 'Visitors see these photos as soon as they are here',
    submit: (count: number) => (count === 0 ? 'Upload' : `Upload ${files(count)}`),
    discard: 'Choose none',
    leftOut: (count: number) =>
      count === 1
        ? '1 file of the folder is no picture and was left out'
        : `${grouped(count)} files of the folder are no pictures and were left out`,
    folderRefused: 'The browser could not read what was dropped',
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
    goOn: 'Go on',
    cancelAll: 'Cancel all',
    retryFailed: 'Retry all failed',
    onlyFailed: 'Show only what failed',
    clear: 'Clear the list',
    showMore: (count: number) => `Show ${grouped(count)} more`,
    cancel: (name: string) => `Cancel ${name}`,
    retry: (name: string) => `Retry ${name}`,
    show: 'Show',
    stages: {
      waiting: 'Waiting',
      sending: (percent: number) => `Uploading ${percent} %`,
      developing: 'Developing',
      done: 'In the gallery',
      unlisted: 'In the gallery, but not in the photostream',
      listed: 'In the gallery and the photostream',
      duplicate: 'Already in the gallery',
      failed: 'Not uploaded',
      unanswered: 'Not uploaded: the server is not responding',
      cancelled: 'Cancelled',
    },
    source: (result: string) => `source: ${result}`,
    problem: (error: string) => `err: ${error}`,
    warning: (words: string) => `imported with a warning: ${words}`,
    notJpeg: 'this is not a JPEG file',
  },
  setup: {
    heading: 'Make it yours',
    lead: 'This gallery has no owner yet. Choose the password that will be yours alone; the rest can be changed at any time.',
    passwordHint: `At least ${passwordMinLength} characters, and not a common password`,
    passwordTooShort: `Must have at least ${passwordMinLength} characters`,
    name: 'Name',
    nameHint: 'Stands in the top bar and in the title of every page',
    bio: 'A line about you',
    bioHint: 'Stands above your photos',
    submit: 'Open the gallery',
    noSecret: {
      heading: 'Open the first-start link',
      text: 'Vitrine printed it on its console when it started. Only that link can make this gallery yours; it is good for 30 minutes, and opening the site prints a new one.',
    },
    claimed: {
      heading: 'This gallery has its owner',
      text: 'The first-start link has done its work.',
      link: 'Sign in',
    },
  },
} as const

const files = (count: number) => (count === 1 ? '1 file' : `${grouped(count)} files`)
