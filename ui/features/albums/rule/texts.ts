import { grouped, countOfPhotos as photos } from '../../../../src/contract/text/counts.ts'

export const texts = {
  save: 'Save as album',
  update: (album: string) => `Update “${album}”`,
  title: 'Save as album',
  filter: 'Smart album with:',
  target: 'Album',
  newAlbum: 'New album',
  replaces: (album: string) =>
    `From now on “${album}” contains exactly the photos that match this filter.`,
  counting: 'Counting photos…',
  countFailed: (reason: string) => `Could not count the photos: ${reason}`,
  matching: (total: number) =>
    total === 0 ? 'No photos match now.' : `${photos(total)} ${total === 1 ? 'matches' : 'match'}.`,
  notPublic: (total: number, notPublic: number) => {
    if (notPublic === 0) return ''
    if (notPublic < total) return `${grouped(notPublic)} of them ${are(notPublic)} private now.`
    return total === 1 ? 'It is private now.' : 'All of them are private now.'
  },
  open: 'Matching photos are shown to everyone who can open this album, including ones you upload later. Without a code, that is everyone.',
  coded:
    'Matching photos are shown to everyone who can open this album, including ones you upload later. With a code, that is everyone who has the link.',
  location:
    'This filter uses locations. Anyone who can open the album learns whether its photos have one, but not where they were taken.',
  add: 'Create album',
  saveChanges: 'Save',
  saved: (album: string) => `“${album}” was saved as a smart album.`,
  showing: {
    title: (count: number) => `Show ${privatePhotos(count)} to everyone?`,
    text: 'Without a code, everyone can open this album. All matching photos become visible, including ones you upload later.',
    ok: 'Save and show them',
  },
  /** In the form of a smart album. */
  field: {
    label: 'Photos',
    change: 'Change the filter',
    stop: 'Stop updating it',
    stopHint:
      'Matching photos are added automatically. If you stop that, the album keeps its photos, and you choose them yourself.',
    stopped: 'Once saved, it is no longer a smart album. It keeps its photos.',
    goOn: 'Keep updating it',
  },
} as const

const are = (count: number) => (count === 1 ? 'is' : 'are')
const privatePhotos = (count: number) =>
  `${grouped(count)} private ${count === 1 ? 'photo' : 'photos'}`
