import { albumOrders } from '../../../src/contract/albums/album-orders.ts'
import { grouped, countOfPhotos as photos } from '../../../src/contract/text/counts.ts'

export const texts = {
  title: 'Photo Albums',
  photos,
  add: 'Add Album',
  codeRequired: 'Code required',
  photostream: 'Photostream',
  photostreamInList: 'Photostream, on the home page',
  hiddenWhileEmpty: 'Hidden from visitors while empty',
  newCovers: {
    text: (count: number) =>
      count === 1
        ? 'One album had no cover. Its cover is now its first photo.'
        : `${grouped(count)} albums had no cover. Their covers are now their first photos.`,
    keep: 'Keep the covers',
    remove: 'Remove them',
    removal: {
      title: 'Remove these covers?',
      text: 'These albums will have no cover until you choose one. Albums whose cover you have changed since keep it.',
      ok: 'Remove covers',
    },
    failed: (reason: string) => `Could not save this: ${reason}`,
  },
  empty: {
    heading: 'No albums yet',
    visitor: 'New albums will appear here.',
    owner: 'Albums group photos in an order you choose.',
  },
  emptyAlbum: {
    heading: 'No photos in this album yet',
    visitor: 'New photos will appear here.',
    owner: 'A photo can be in as many albums as you like.',
    filled: 'Photos that match its filter are added automatically.',
    beyond: { heading: 'No more photos', text: 'You have gone past the end of the album.' },
    toStart: 'Back to the start of the album',
  },
  nothingFound: 'No photos in this album match the filter. Remove a part of it, or clear it.',
  notFound: {
    title: 'Not found',
    heading: 'Album not found',
    photoHeading: 'Photo not found',
    text: 'It may have been removed, or the link may be incomplete. Some albums open only with the full link that you were given.',
    link: 'Go to the albums',
  },
  /** Tells the owner why a photo is not shown in an album. */
  absent: {
    notInAlbum: (album: string) => `This photo is not in ${album}`,
    noPhoto: 'Photo not found',
    noAlbum: 'Album not found',
    removed: 'It may have been removed from the album.',
    deleted: 'It may have been deleted.',
    toPhoto: 'Go to the photo',
    toAlbum: 'Go to the album',
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
  download: {
    button: 'Download',
    title: 'Download this album?',
    text: (count: number) =>
      `${photos(count)} in full size, as one zip file. ${count > 100 ? 'This may take a while.' : ''}`.trim(),
    ok: 'Download',
  },
  copied: {
    public: 'Link copied',
    withCode: 'Link copied. Anyone with it can see this album.',
    failed: (link: string) => `Could not copy the link. Copy it from here: ${link}`,
  },
  form: {
    addTitle: 'Add Album',
    editTitle: 'Edit Album',
    name: 'Name',
    nameMissing: 'Required',
    description: 'Description',
    cover: 'Cover picture',
    coverHint: 'The address of a photo in this gallery, or an https:// address',
    coverPreview: 'Cover preview',
    chooseCover: 'Choose a photo',
    doneChoosing: 'Done choosing',
    noCover: 'No cover',
    coverHidden:
      'This photo is private. Visitors see the album’s first photo instead, until this one is in the photostream or in an album without a code.',
    code: 'Share code',
    codeHint:
      'Without a code, everyone can see the album. With a code, only people who have the link can.',
    codeOfPhotostream:
      'This album is the photostream, so its photos are public. A code closes only its album page.',
    codeChanges: 'Links with the old code will stop working.',
    suggest: 'Suggest a code',
    order: 'Order',
    downloadable: 'Visitors can download this album',
    downloadableHint: 'All its photos in full size, as one zip file.',
    add: 'Add Album',
    save: 'Save',
    cancel: 'Cancel',
  },
  orders: [
    { value: albumOrders.none, label: 'None' },
    { value: albumOrders.originalDate, label: 'Original Date' },
    { value: albumOrders.uploadDate, label: 'Upload Date' },
    { value: albumOrders.manual, label: 'Manual' },
  ],
  makingPublic: {
    title: 'Make this album public?',
    text: 'Without a code, it appears in the list of albums and every photo in it becomes visible.',
    filled:
      'Without a code, it appears in the list of albums, and every photo that matches its filter becomes visible, including ones you upload later.',
    ok: 'Make public',
  },
  deletion: {
    title: (name: string) => `Delete ${name}?`,
    text: 'The album will be deleted. Its photos will be kept.',
    photostream: 'This is the photostream. Without it, visitors see no photos on the home page.',
    hides: 'Photos that are in no other public album will become private.',
    ok: 'Delete album',
    done: (name: string) => `${name} was deleted. Its photos were kept.`,
  },
  picker: {
    name: 'Photos to choose from',
    failed: (reason: string) => `Could not load more photos: ${reason}`,
    retry: 'Try again',
    loading: 'Loading photos',
    search: 'Search photos',
    filter: 'Filter',
    filtered: (count: number) => `Filter (${grouped(count)})`,
  },
  adding: {
    title: (name: string) => `Add photos to ${name}`,
    none: 'Every photo is already in this album.',
    noneFound: 'No other photos match. Search for something else, or clear the filter.',
    noPhotos: 'There are no photos yet. Upload some first.',
    chosen: (count: number) => (count === 0 ? 'None selected' : `${grouped(count)} selected`),
    submit: (count: number) => (count === 0 ? 'Add photos' : `Add ${photos(count)}`),
    done: (count: number) => `${photos(count)} added`,
    failed: (reason: string) => `Could not add photos: ${reason}`,
  },
  removing: {
    name: 'Remove photos',
    hint: 'Select the photos to remove from the album. They will stay in the gallery.',
    submit: (count: number) => (count === 0 ? 'Remove photos' : `Remove ${photos(count)}`),
    done: (count: number) => `${photos(count)} removed`,
    undo: 'Undo',
    failed: (reason: string) => `Could not remove photos: ${reason}`,
    undoFailed: (reason: string) => `Could not put the photos back: ${reason}`,
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
    position: (photo: string, position: number, count: number) =>
      `${photo}: ${positionOf(position, count)}`,
    pickedUp: (photo: string, position: number, count: number) =>
      `Picked up ${photo}, ${positionOf(position, count)}`,
    dropped: (photo: string, position: number, count: number) =>
      `Dropped ${photo}, ${positionOf(position, count)}`,
    cancelled: (photo: string) => `Cancelled: ${photo} is back in its original position`,
    saved: 'Order saved',
    failed: (reason: string) => `Could not save the order: ${reason}`,
    changed:
      'The order was not saved because the album has changed. Removed photos are no longer listed, and new ones are at the end. Check the order, then save again.',
  },
} as const

const positionOf = (position: number, count: number) =>
  `position ${grouped(position)} of ${grouped(count)}`
