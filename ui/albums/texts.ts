import { grouped, countOfPhotos as photos } from '../../src/contract/counts.ts'
import { albumOrders } from '../../src/contract/vocabulary.ts'

/** Every text of the albums' screens. */
export const texts = {
  title: 'Photo Albums',
  photos,
  add: 'Add Album',
  coded: 'Only with its code',
  photostream: 'Photostream',
  empty: {
    heading: 'No albums yet',
    visitor: 'The first ones will appear here.',
    owner: 'An album gathers photos and keeps them in an order of their own.',
  },
  emptyAlbum: {
    heading: 'No photos in this album yet',
    visitor: 'The first ones will appear here.',
    owner: 'A photo can be in as many albums as you like.',
    beyond: { heading: 'No photos this far on', text: 'The album ends before this page.' },
    toStart: 'To the start of the album',
  },
  closed: {
    title: 'Not found',
    heading: 'There is no open album here',
    photoHeading: 'There is no open photo here',
    text: 'It may have been taken away, or the link is not whole: some albums open only with the complete link that their owner gave you.',
    link: 'To the albums',
  },
  /** In place of a photo that an album does not hold, for the owner. */
  absent: {
    notInAlbum: (album: string) => `This photo is not in ${album}`,
    noPhoto: 'There is no such photo',
    noAlbum: 'There is no such album',
    takenOut: 'It may have been taken out of the album.',
    deleted: 'It may have been deleted.',
    toPhoto: 'To the photo',
    toAlbum: 'To the album',
  },
  tools: {
    name: 'Album tools',
    add: { short: 'Add photos', label: 'Add photos to the album' },
    remove: { short: 'Remove', label: 'Remove photos from the album' },
    order: { short: 'Order', label: 'Order photos' },
    edit: { short: 'Edit', label: 'Edit album' },
    copy: { short: 'Copy link', label: 'Copy link' },
    delete: { short: 'Delete', label: 'Delete album' },
  },
  copied: {
    open: 'The link is copied',
    coded: 'The link is copied. Whoever has it sees this album.',
    failed: (link: string) => `The browser did not let the link be copied: ${link}`,
  },
  form: {
    addTitle: 'Add Album',
    editTitle: 'Edit Album',
    name: 'Name',
    nameMissing: 'Is needed',
    description: 'Description',
    cover: 'Cover picture',
    coverHint: 'The address of a photo here, or of a picture that starts with https://',
    coverPreview: 'Cover picture as it will be shown',
    chooseCover: 'Choose a photo',
    chooseCoverOf: (name: string) => `Cover from the photos of ${name}`,
    closeCovers: 'Close the choice',
    noCover: 'No cover',
    coverUnseen:
      'Visitors may not see this photo. They get the default cover until it is public or in an album without a code.',
    code: 'Share code',
    codeHint: 'Without a code everybody sees the album; with one, whoever has the link with it.',
    codeChanges: 'The links with the old code stop working.',
    suggest: 'Suggest a code',
    order: 'Order',
    add: 'Add Album',
    save: 'Save',
    cancel: 'Cancel',
    close: 'Close',
  },
  orders: [
    { value: albumOrders.none, label: 'None' },
    { value: albumOrders.originalDate, label: 'Original Date' },
    { value: albumOrders.uploadDate, label: 'Upload Date' },
    { value: albumOrders.manual, label: 'Manual' },
  ],
  opening: {
    title: 'Everybody will see this album',
    text: 'Without a code it stands in the list of albums, and every photo in it becomes visible.',
    ok: 'Open it to everybody',
  },
  deletion: {
    title: (name: string) => `Delete ${name}?`,
    text: 'The album goes, its photos stay.',
    photostream: 'It is the photostream: without it visitors see no photos on the home page.',
    hides: 'Photos that no other open album shows become private.',
    ok: 'Delete album',
    done: (name: string) => `${name} is deleted. Its photos stay.`,
  },
  picker: {
    name: 'Photos to choose from',
    failed: (reason: string) => `The next photos did not come: ${reason}`,
    retry: 'Try again',
    loading: 'Loading photos',
  },
  adding: {
    title: (name: string) => `Add photos to ${name}`,
    none: 'Every photo is in this album already.',
    noPhotos: 'There are no photos yet. Upload some first.',
    chosen: (count: number) => (count === 0 ? 'None chosen' : `${grouped(count)} chosen`),
    submit: (count: number) => (count === 0 ? 'Add photos' : `Add ${photos(count)}`),
    done: (count: number) => `${photos(count)} ${count === 1 ? 'is' : 'are'} in the album now`,
    failed: (reason: string) => `Nothing was added: ${reason}`,
  },
  removing: {
    name: 'Remove photos',
    hint: 'Choose the photos to take out of the album. They stay in the gallery.',
    submit: (count: number) => (count === 0 ? 'Remove photos' : `Remove ${photos(count)}`),
    done: (count: number) =>
      `${photos(count)} ${count === 1 ? 'is' : 'are'} no longer in the album`,
    undo: 'Undo',
    failed: (reason: string) => `Nothing was removed: ${reason}`,
    undoFailed: (reason: string) => `They could not be put back: ${reason}`,
    finish: 'Done',
  },
  ordering: {
    name: 'Order photos',
    hint: 'Drag photos to reorder them, or use the buttons.',
    list: 'Photos in album order',
    loading: 'Loading all photos',
    up: (photo: string) => `Move up: ${photo}`,
    down: (photo: string) => `Move down: ${photo}`,
    drag: (photo: string) => `Drag: ${photo}`,
    roleDescription: 'draggable photo',
    dragHint: 'Press Space to pick up or drop the photo, arrow keys to move it, Escape to cancel.',
    save: 'Save Ordering',
    finish: 'Done',
    position: (photo: string, place: number, count: number) =>
      `${photo}: ${positionOf(place, count)}`,
    lifted: (photo: string, place: number, count: number) =>
      `Picked up ${photo}, ${positionOf(place, count)}`,
    dropped: (photo: string, place: number, count: number) =>
      `Dropped ${photo}, ${positionOf(place, count)}`,
    cancelled: (photo: string) => `Cancelled: ${photo} is back where it was`,
    saved: 'Order saved',
    failed: (reason: string) => `Could not save the order: ${reason}`,
    changed:
      'Not saved yet: the album changed in the meantime. Removed photos are gone from the list and new ones are at the end. Check the order, then save again.',
  },
} as const

const positionOf = (place: number, count: number) =>
  `position ${grouped(place)} of ${grouped(count)}`
