/** Every text of guests: their page, their dialogs, and what is said when a call fails. */
export const texts = {
  title: 'Guest',
  register: 'Register Guest',
  update: 'Update Guest',
  logout: 'Logout Guest',
  retry: 'Try again',
  notLoaded: {
    heading: 'Your guest page did not come',
    text: 'You are signed in as a guest, but the server did not say who you are.',
  },
  stranger: {
    heading: 'Be a guest here',
    text: 'Guests like photos and comment on them. It takes a name and an e-mail address: you follow the link we send, and there is no password to keep.',
    privacy:
      'Your name stands beside what you like and write. Your e-mail address is shown to nobody.',
  },
  owner: (name: string) =>
    `You are signed in as the owner: likes and comments are ${name}’s, and you need not register.`,
  welcome: {
    heading: (name: string) => `Welcome back, ${name}`,
    text: 'You can like photos and comment on them. Thank you for looking so closely.',
    name: 'Name',
    email: 'Email',
  },
  pending: {
    heading: (name: string) => `Thank you, ${name}`,
    text: (email: string) => `Verify your address through the link in the e-mail sent to ${email}.`,
    life: 'The link is valid for 24 hours. If it has not come after a few minutes, look among the unwanted mail; another one can be sent five minutes after the last.',
  },
  verified: {
    heading: 'Thank you for verifying!',
    text: 'You can like photos and comment on them now.',
    taken: (name: string) =>
      `You appear as ${name}. If you asked for another name, someone else has it already or it looks too much like the owner’s.`,
    choose: 'Choose another name',
    links: 'Go on',
    photos: 'To the photos',
    guest: 'Your guest page',
    home: 'Home',
  },
  unconfirmed: {
    heading: (name: string) => `Continue as ${name}?`,
    text: 'This link signs you in as the guest below. Continue only if you registered with this e-mail address.',
    signsOut: (name: string) => `This signs out ${name}, who is signed in on this browser now.`,
    submit: (name: string) => `Continue as ${name}`,
  },
  notVerified: {
    alert: (message: string) => `Error verifying guest ${message}`,
    heading: 'This link opens nothing any more',
    text: 'Links are good for 24 hours, and each e-mail’s whole link is needed. Register once more with the same address, and a new one is sent to you.',
    guest: 'You are a guest already on this browser, so there is nothing more to do.',
    unreachable: {
      heading: 'The link could not be checked',
      text: 'That need not be the link’s fault. Try it again in a moment.',
    },
  },
  form: {
    registerTitle: 'Register User',
    updateTitle: 'Update User',
    name: 'Name',
    email: 'Email',
    nickname: 'To change the nickname, register the same e-mail with a different name.',
    privacy: 'A link is sent to the e-mail address, which is shown to nobody.',
    nameLength: (min: number, max: number) => `Must have ${min} to ${max} characters`,
    emailShape: 'Must be an e-mail address',
    registerSubmit: 'Register',
    updateSubmit: 'Update',
    cancel: 'Cancel',
    ok: 'Ok',
    renamed: (name: string) => `Thank you. You are ${name} from now on.`,
    unchanged: 'Thank you. Everything stays as it was.',
    moved: (email: string) =>
      `Thank you. The new address counts as soon as you verify it through the link in the e-mail sent to ${email}.`,
  },
  leave: {
    title: 'Logout GuestPage',
    text: 'After logging out you must register again with your e-mail to like and comment. What you have liked and written stays.',
    ok: 'Logout',
    done: 'You are logged out',
  },
  loadFailed: (message: string) => `error fetching account: ${message}`,
} as const
