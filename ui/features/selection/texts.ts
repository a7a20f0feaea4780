import type { Album } from '../../../src/contract/albums/albums.ts'
import { countOfPhotos, grouped } from '../../../src/contract/text/counts.ts'

const isAre = (count: number) => (count === 1 ? 'is' : 'are')

export const texts = {
  select: 'Select',
  selectLabel: 'Select photos',
  /** The checkbox's state completes it. */
  selectPhoto: (photo: string) => `Select: ${photo}`,
  bar: {
    name: 'Selected photos',
    none: 'Select photos',
    count: (count: number) => `${grouped(count)} selected`,
    /** On a phone, there is hardly room for more beside six buttons. */
    full: (limit: number) => `${grouped(limit)} selected (limit)`,
    fullHint: (limit: number) => `You can select up to ${grouped(limit)} photos.`,
    all: 'Select all loaded photos',
    stop: 'Stop selecting',
    keys: 'Press Space to select the photo with the focus, Shift with the arrow keys to select more, and Escape to stop.',
    album: 'Album',
    visibility: 'Visibility',
    details: 'Details',
    trash: 'Move to trash',
    losing: {
      title: 'Stop selecting?',
      text: (count: number) => `${countOfPhotos(count)} ${isAre(count)} selected.`,
      ok: 'Stop selecting',
      cancel: 'Keep selection',
    },
  },
  menu: {
    add: 'Add to an album…',
    removeHere: 'Remove from this album',
    remove: 'Remove from an album…',
    makePublic: 'Make public',
    makePrivate: 'Make private',
    keywords: 'Keywords…',
    rights: 'Creator and copyright…',
    readAgain: 'Read the file again…',
  },
  done: {
    added: (count: number, { name, code }: Pick<Album, 'name' | 'code'>) => {
      if (count === 0) return `The photos were already in ${name}.`
      const added = `${countOfPhotos(count)} added to ${name}`
      return code ? added : `${added}, where everyone can see ${count === 1 ? 'it' : 'them'}`
    },
    removed: (count: number, album: string) =>
      count === 0
        ? `None of the photos was in ${album}.`
        : `${countOfPhotos(count)} removed from ${album}`,
    thisAlbum: 'this album',
    public: (count: number) =>
      count === 0
        ? 'The photos were already public.'
        : `${countOfPhotos(count)} ${isAre(count)} public now.`,
    private: (count: number) =>
      count === 0
        ? 'The photos were already private.'
        : `${countOfPhotos(count)} ${isAre(count)} private now.`,
    edited: (count: number) =>
      count === 0 ? 'Nothing had to be changed.' : `${countOfPhotos(count)} changed`,
    trashed: (count: number) => `${countOfPhotos(count)} ${isAre(count)} in the trash.`,
    stillVisible: (albums: string) => `Some are still visible in ${albums}`,
    filled: (visible: string, albums: string) =>
      `${visible}. Photos cannot be removed from a smart album (${albums}).`,
    removeThere: 'Remove there too',
    undo: 'Undo',
    undone: 'Undone',
    gone: 'These photos are no longer in the trash.',
  },
  failed: {
    change: (reason: string) => `Could not change the photos: ${reason}`,
    undo: (reason: string) => `Could not undo the change: ${reason}`,
    load: (reason: string) => `Could not load the details: ${reason}`,
    retry: 'Try again',
  },
  loading: 'Loading…',
  noChanges: 'no changes',
  albums: {
    addTitle: (count: number) => `Add ${countOfPhotos(count)} to an album`,
    removeTitle: (count: number) => `Remove ${countOfPhotos(count)} from an album`,
    find: 'Album',
    findHint: 'Find an album, or type the name of a new one.',
    list: 'Albums',
    create: (name: string) => `Create “${name}”`,
    inAlbum: (some: number, all: number) =>
      some === all ? 'contains all of them' : `contains ${grouped(some)} of them`,
    none: 'None of these photos is in an album.',
    noneFound: 'No album has this name.',
    noneYet: 'There are no albums yet. Type the name of a new one.',
    photostream: 'photostream',
    codeRequired: 'code required',
  },
  keywords: {
    title: (count: number) => `Keywords of ${countOfPhotos(count)}`,
    add: 'Add keywords',
    addHint: 'Separated by commas. Put a keyword that contains one in double quotes.',
    present: 'Remove keywords',
    presentHint: 'Select those to remove from all of these photos.',
    none: 'These photos have no keywords.',
    count: (count: number, all: number) => (count === all ? 'all' : grouped(count)),
    save: 'Save',
  },
  rights: {
    title: (count: number) => `Creator and copyright of ${countOfPhotos(count)}`,
    creator: 'Creator',
    copyright: 'Copyright',
    differ: 'The photos have different values. They are kept unless you enter one here.',
    save: 'Replace',
  },
} as const
