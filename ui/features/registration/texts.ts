import { countOfPhotos } from '../../../src/contract/text/counts.ts'

export const texts = {
  title: 'Guest',
  register: 'Register Guest',
  update: 'Update Guest',
  logout: 'Logout Guest',
  retry: 'Try again',
  notLoaded: {
    heading: 'Could not load your guest page',
    text: 'You are signed in as a guest, but your details could not be loaded.',
  },
  signedOut: {
    heading: 'Become a guest',
    text: 'Guests can like and comment on photos. All you need is a name and an e-mail address. We will send you a link to open; there is no password.',
    privacy:
      'Your name is shown beside your likes and comments. Your e-mail address is never shown.',
  },
  owner: (name: string) =>
    `You are signed in as the owner, so you like and comment as ${name}. There is no need to register.`,
  welcome: {
    heading: (name: string) => `Welcome back, ${name}`,
    text: 'You can like and comment on photos. Thanks for visiting.',
    name: 'Name',
    email: 'Email',
  },
  pending: {
    heading: (name: string) => `Thank you, ${name}`,
    text: (email: string) =>
      `To verify your address, open the link in the e-mail we sent to ${email}.`,
    life: 'The link is valid for 24 hours. If it has not arrived after a few minutes, check your spam folder; you can request another one after five minutes.',
  },
  verified: {
    heading: 'Thank you for verifying!',
    text: 'You can now like and comment on photos.',
    wishes: {
      liked: (count: number) =>
        count === 1 ? 'You like this photo now.' : `You like ${countOfPhotos(count)} now.`,
      draft: 'Your comment is waiting below the photo: read it once more and post it.',
      comment: 'You can now write your comment below the photo.',
      photo: 'Back to the photo',
    },
    taken: (name: string) =>
      `You appear as ${name}. If you chose another name, it is already taken or too similar to the owner’s.`,
    choose: 'Choose another name',
    links: 'Continue',
    photos: 'Go to the photos',
    guest: 'Your guest page',
    home: 'Home',
  },
  unconfirmed: {
    heading: (name: string) => `Continue as ${name}?`,
    text: 'This link signs you in as the guest below. Continue only if you registered with this e-mail address.',
    signsOut: (name: string) => `This signs out ${name}, the guest currently using this browser.`,
    submit: (name: string) => `Continue as ${name}`,
  },
  notVerified: {
    alert: (message: string) => `Error verifying guest ${message}`,
    heading: 'This link is no longer valid',
    text: 'It may have expired (links are valid for 24 hours) or be incomplete. Register again with the same address to get a new one.',
    guest: 'You are already signed in as a guest in this browser.',
    unreachable: {
      heading: 'Could not check the link',
      text: 'The link may still be valid. Try again in a moment.',
    },
  },
  form: {
    registerTitle: 'Register User',
    updateTitle: 'Update User',
    name: 'Name',
    email: 'Email',
    reasons: {
      like: 'Likes are shown with a name, so please register first. The photo is liked as soon as you open the link we send you in this browser.',
      comment:
        'Comments are shown with a name, so please register first. Your text is kept until you open the link we send you in this browser.',
    },
    nickname:
      'To change your name later, register again with the same e-mail address and the new name.',
    privacy: 'Your e-mail address is never shown; we use it only to send you a sign-in link.',
    update:
      'To change your name, keep the same e-mail address and enter a different name; it takes effect at once. Your e-mail address is never shown. We send a link only if you change it.',
    nameLength: (min: number, max: number) => `Use ${min} to ${max} characters`,
    emailMissing: 'Enter an e-mail address',
    registerSubmit: 'Register',
    updateSubmit: 'Update',
    cancel: 'Cancel',
    ok: 'Ok',
    renamed: (name: string) => `Thank you. You now appear as ${name}.`,
    unchanged: 'Thank you. Nothing was changed.',
    moved: (email: string) =>
      `Thank you. Your new address takes effect once you open the link we sent to ${email}.`,
  },
  leave: {
    title: 'Logout GuestPage',
    text: 'To like and comment after signing out, you must register again with your e-mail address. Your likes and comments are kept.',
    ok: 'Sign out',
    done: 'You have been signed out.',
  },
  loadFailed: (message: string) => `error fetching account: ${message}`,
} as const
