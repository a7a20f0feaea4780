import { trashNoticeDays } from '../../../src/contract/limits.ts'
import { passwordMinLength } from '../../../src/contract/people/passwords.ts'
import { settingLabels } from '../../../src/contract/site/account-settings.ts'
import { countOfPhotos, grouped } from '../../../src/contract/text/counts.ts'
import { timeLeft } from '../../kit/components/texts.ts'

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
  settings: settingLabels,
  attention: {
    /** After the name of a screen. */
    mark: (reason: string) => `Needs attention: ${reason}`,
    trash: (count: number) =>
      `${countOfPhotos(count)} will be deleted for good within ${trashNoticeDays} days.`,
    openSafety: 'Open Safety',
    more: (text: string, count: number) => `${text} And ${grouped(count)} more.`,
  },
  profile: {
    lead: 'How visitors see you.',
    name: 'Name',
    picture: 'Profile Picture',
    pictureHint: 'The address of a photo in this gallery, or an https:// address',
    pictureHidden: 'This photo is private. Visitors see no profile picture until it is public.',
    choose: 'Choose a photo',
    choosing: {
      title: 'Choose your profile picture',
      noPhotos: 'There are no photos yet. Upload some first.',
      noneFound: 'No photos match. Search for something else, or clear the filter.',
      cancel: 'Cancel',
      submit: 'Use this photo',
    },
    preview: 'Your profile picture',
    noPreview: 'No picture found at this address',
    bio: 'Bio',
    bioHint: 'Shown above your photos',
    bioHidden: 'Not shown on the home page while Show Bio is off in UX Config',
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
    lead: 'Upload JPEG files from this device. Files are kept unchanged, byte for byte. New photos are private unless you add them to the photostream or to an album without a code.',
    drop: 'Drop JPEG files or folders here, or ',
    choose: 'choose files',
    dropActive: 'Drop to start uploading',
    chosen: 'Chosen files',
    more: (count: number) => `and ${grouped(count)} more`,
    toPhotostream: 'Add to the photostream',
    toPhotostreamHint: 'Visitors can see these photos as soon as they are uploaded.',
    noAlbum: 'None',
    albumsFailed: (reason: string) => `Could not load the albums: ${reason}`,
    newAlbum: 'New album',
    newAlbumHint:
      'The photos are also added to an album with this name, which everyone can see until you give it a code.',
    submit: (count: number) => (count === 0 ? 'Upload' : `Upload ${files(count)}`),
    discard: 'Clear selection',
    unreadable: 'The browser could not read the dropped files.',
  },
  uploads: {
    heading: 'Uploads',
    progress: (uploaded: number, total: number) =>
      `${grouped(uploaded)} of ${grouped(total)} uploaded`,
    left: timeLeft,
    summary: (count: Readonly<Record<CountedStage, number>>) =>
      [
        `${grouped(count.uploaded)} uploaded`,
        count.duplicates === 1 ? '1 duplicate' : `${grouped(count.duplicates)} duplicates`,
        `${grouped(count.failed)} failed`,
        ...(count.replaced > 0 ? [`${grouped(count.replaced)} replaced`] : []),
        ...(count.matched > 0 ? [`${grouped(count.matched)} waiting for your decision`] : []),
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
      ofItsOwn: 'Uploaded as a separate photo',
      unlisted: 'In the gallery, but not in the photostream',
      listed: 'In the gallery and the photostream',
      duplicate: 'Already in the gallery',
      restored: 'Already in the gallery; its lost or damaged original was restored',
      fromTrash: 'Restored from the trash, with its albums, likes and comments',
      failed: 'Not uploaded',
      unreachable: 'Not uploaded: the server is not responding',
      cancelled: 'Cancelled',
      matched: 'May be a new version of a photo in the gallery',
      replaced: 'Replaced the photo’s previous file',
      replacedCropLost:
        'Replaced the photo’s previous file; the crop was removed, because the new file has a different shape',
      undone: 'The photo shows its previous file again',
      discarded: 'Discarded',
      gone: 'No longer waiting: it was decided elsewhere, has expired, or its photo was deleted',
    },
    inAlbums: (albums: string) => `added to ${albums}`,
    notInAlbums: (albums: string) => `not added to ${albums}`,
    source: (result: string) => `source: ${result}`,
    problem: (error: string) => `err: ${error}`,
    warning: (reason: string) => `uploaded with a warning: ${reason}`,
    notJpeg: 'this is not a JPEG file',
  },
  /** For the photos that were uploaded. */
  after: {
    name: (count: number) => `${countOfPhotos(count)} uploaded`,
    addToAlbum: 'Add to an album…',
    makePublic: 'Make public',
    show: 'Show them',
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

type CountedStage = 'uploaded' | 'duplicates' | 'failed' | 'cancelled' | 'replaced' | 'matched'

const files = (count: number) => (count === 1 ? '1 file' : `${grouped(count)} files`)
