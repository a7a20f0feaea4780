import { passwordMinLength } from '../../src/contract/vocabulary.ts'

/** Every text of the account's screens. */
export const texts = {
  password: 'Password',
  show: 'Show',
  hide: 'Hide',
  close: 'Close',
  unreachable: 'The server did not answer. Try again in a moment.',
  toPhotos: 'To the photos',
  login: {
    heading: 'Login to edit settings',
    submit: 'Submit',
  },
  signedIn: {
    heading: 'Account',
    as: (name: string) => (name ? `Signed in as ${name}` : 'Signed in'),
    logout: 'Log out',
  },
  setup: {
    heading: 'Make it yours',
    lead: 'This gallery has no owner yet. Choose the password that will be yours alone; the rest can be changed at any time.',
    passwordHint: `At least ${passwordMinLength} characters`,
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
