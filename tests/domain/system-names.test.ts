// Folders and files that systems keep among photos, and what is reported about them.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  createOmissions,
  isJpegName,
  omissionSentences,
} from '../../src/contract/imports/omissions.ts'
import { isSystemName, skippedOn, skipReasonOf } from '../../src/contract/imports/system-names.ts'

const bins = [
  ...['#recycle', '@Recycle', '$RECYCLE.BIN', 'RECYCLER', 'Recycle Bin', 'lost+found', 'FOUND.000'],
  ...['LOST.DIR', '.Trashes', '.Trash', '.Trash-1000', '.trash-501', 'Network Trash Folder'],
  ...['files_trashbin', '.dtrash', '.stversions', '.trashed-1700000000-IMG_1.jpg', '.recycle'],
  ...['#SynoRecycle', '@Recycle Bin', 'RECYCLE.BIN', 'recycle_bin', '.Recycle.Bin', 'RecycleBin'],
  ...['@share-recycle', '$Recycle_Bin', '_NAS_Recycle_RAID', '.SyncTrash', '.globalTrash'],
]
const snapshots = [
  ...['#snapshot', '@Recently-Snapshot', '~snapshot', '.snapshot', '.snapshots', '.zfs'],
  ...['files_versions', '@GMT-2026.01.02-03.04.05', '@Snapshots', '@snapshot', '#snapshots'],
]
const caches = [
  ...['@eaDir', '@EADIR', '.@__thumb', '.thumbnails', '.picasaoriginals', '.dropbox.cache'],
  ...['Lightroom Catalog Previews.lrdata', 'Smart Previews.LRDATA', 'appdata_ocabc123def'],
  ...['.@upload_cache', '.comments', 'Adobe Bridge Cache', 'Adobe_Bridge_Cache'],
  ...['@__thumb', '@__Thumb', 'digikam.thumbs', 'THMBNL', 'SYNOPHOTO_THUMB_XL.jpg'],
  ...['SYNOFILE_THUMB_M.jpg', '.BridgeCache', 'Apple TV Photo Cache'],
]
const system = [
  ...['@tmp', '@SynoResource', '@SynologyDrive', 'IMG_1.jpg@SynoEAStream', '.streams'],
  ...['System Volume Information', 'Thumbs.db', 'desktop.ini', '__MACOSX', '._IMG_1.jpg'],
  ...['.fseventsd', '.Spotlight-V100', '.DocumentRevisions-V100', '.TemporaryItems'],
  ...['.AppleDouble', 'Temporary Items', '.DS_Store', '.stfolder', 'Icon\r', '@Photostation'],
  ...['_gsdata_', 'msdownld.tmp', '$WINDOWS.~BT', '.SynologyWorkingDirectory', '_SYNCAPP'],
  ...['.owncloudsync.log', '.antivirus', '.qpkg', '@__qini', 'System_Volume_Information'],
  ...['Backups.backupdb', 'RESOURCE.FRK'],
]
const own = [
  ...['Recycle', 'Trash', 'trash', 'snapshot', 'Snapshots', 'Previews', 'Thumbnails', 'Cache'],
  ...['@instagram', '#nofilter', '$100', 'lost and found', 'Found', 'tmp', 'My Recycle Bin'],
  ...['_IMG_1.jpg', 'IMG_1.jpg', 'Settings', 'resources', '~old', 'appdata', 'recycling'],
  ...[
    'gsdata',
    'Thumb',
    'data',
    'masters',
    'Windows.old',
    'Sync',
    '@anna',
    '@__anna__',
    'Recovery',
  ],
  ...['bin', 'Bin', 'Trash Bin', 'Recycle Bins', 'Snapshot 2', '_recycle', 'Files Versions'],
  ...['synology', 'SYNO', 'iPhoto Library', 'A.lrlibrary', 'Thumbs', 'Digikam', '[Originals]'],
]

describe('names', () => {
  test.each([
    ['a recycle bin', bins],
    ['snapshots', snapshots],
    ['thumbnails or caches', caches],
    ['files of the system', system],
    ['hidden', ['.photos', '.IMG_1.jpg', '.git']],
    [undefined, own],
  ] as const)('a name is recognised as %p', (reason, names) => {
    expect(names.map((name) => [name, skipReasonOf(name)])).toEqual(
      names.map((name) => [name, reason]),
    )
  })

  test('a system’s name is recognised in any case and spelling, and inside packages of programs', () => {
    for (const name of [...bins, ...snapshots, ...caches, ...system]) {
      expect(skipReasonOf(name.toUpperCase())).toBe(skipReasonOf(name))
    }
    expect(skipReasonOf('Cache', 'CaptureOne')).toBe('thumbnails or caches')
    expect(skipReasonOf('resources', 'Photos Library.photoslibrary')).toBe('thumbnails or caches')
    expect(skipReasonOf('originals', 'Photos Library.photoslibrary')).toBeUndefined()
    for (const library of ['iPhoto Library', 'iPhoto Library 2', 'Photothèque iPhoto']) {
      for (const name of ['Thumbnails', 'Data', 'Data.noindex']) {
        expect([library, skipReasonOf(name, library)]).toEqual([library, 'thumbnails or caches'])
      }
      expect(skippedOn(`${library}/Originals/2008/a.jpg`)).toBeUndefined()
      expect(skippedOn(`${library}/Modified/2008/a.jpg`)).toBeUndefined()
    }
    for (const library of ['X.lrlibrary', 'Lightroom Library.lrlibrary/0123abcd']) {
      expect(skippedOn(`Pictures/${library}/previews/a.jpg`)).toBe('thumbnails or caches')
      expect(skippedOn(`Pictures\\${library}\\Cache\\a.jpg`)).toBe('thumbnails or caches')
      expect(skippedOn(`${library}/originals/2026/previews/a.jpg`)).toBeUndefined()
    }
    expect(skippedOn('2026/CaptureOne/Cache/Thumbnails/a.jpg')).toBe('thumbnails or caches')
    expect(skippedOn('2026\\@eaDir\\a.jpg')).toBe('thumbnails or caches')
    expect(skippedOn('2026/Recycle/a.jpg')).toBeUndefined()
  })
})

describe('folders', () => {
  test.each([
    ...['lost+found', '@eaDir', '.DS_Store', 'System Volume Information', '$RECYCLE.BIN'],
    ...['#recycle', '.Trashes', '.stfolder', 'Thumbs.db', '._file', '@__thumb', '#snapshot'],
    ...['.Spotlight-V100', 'Network Trash Folder', 'desktop.ini', '@Recycle', 'found.000'],
  ])('a folder with nothing but %s counts as empty', (name) => {
    expect(isSystemName(name)).toBe(true)
    expect(isSystemName(name.toUpperCase())).toBe(true)
  })

  test('a folder with files of a program or a photographer is not empty', () => {
    const others = ['Lightroom Catalog Previews.lrdata', 'files_trashbin', '_gsdata_', 'a.jpg']
    expect([...own, ...others].filter(isSystemName)).toEqual([])
  })
})

describe('report', () => {
  const sentences = (names: string[], folders: string[] = []) => {
    const omissions = createOmissions()
    for (const name of names) omissions.addFile(name)
    for (const name of folders) omissions.addSkipped(name, skipReasonOf(name)!)
    return omissionSentences(omissions.all())
  }
  const advice =
    'left out: Vitrine imports only JPEG. Export photos in other formats as JPEG first.'

  test.each([
    [[], []],
    [['a.HEIC'], [`1 .heic file was ${advice}`]],
    [['a.heic', 'b.HEIC', 'c.mov'], [`2 .heic and 1 .mov files were ${advice}`]],
    [['a.cr3', 'a.xmp', 'b.xmp', 'README'], [`2 .xmp, 1 .cr3 and 1 other files were ${advice}`]],
    [['README', '.x', 'a.'], [`3 files were ${advice}`]],
    [
      ['a.1', 'a.2', 'a.3', 'a.4', 'a.5', 'a.6', 'b.6'],
      [`2 .6, 1 .1, 1 .2, 1 .3, 1 .4 and 1 other files were ${advice}`],
    ],
  ])('the skipped files %j are counted by type', (names, expected) => {
    expect(sentences(names)).toEqual(expected)
  })

  test('a report of skipped files names the folders that were not read, and why', () => {
    expect(sentences([], ['@eaDir', '#recycle', '@eaDir'])).toEqual([
      'Skipped #recycle (a recycle bin) and @eaDir in 2 places (thumbnails or caches). If you want photos from there, move them to a folder of another name.',
    ])
  })

  test('a report of skipped files adds up for any names, and stays short', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 60 }), (names) => {
        const omissions = createOmissions()
        for (const name of names) omissions.addFile(name)
        for (const name of names) omissions.addSkipped(name, 'hidden')
        const { types, skipped } = omissions.all()
        const sum = (all: readonly { count: number }[]) =>
          all.reduce((total, { count }) => total + count, 0)
        expect([sum(types), sum(skipped)]).toEqual([names.length, names.length])
        expect(Math.max(types.length, skipped.length)).toBeLessThanOrEqual(21)
        for (const { type } of types) expect(type).toMatch(/^$|^\.[a-z0-9]{1,10}$/)
      }),
    )
  })

  test('skipped files never have the name of a JPEG', () => {
    expect(['a.jpg', 'A.JPEG', 'a.jpe', 'a.jfif'].every(isJpegName)).toBe(true)
    expect(['a.jpg.heic', 'jpg', 'a.png', 'a.jpgx'].some(isJpegName)).toBe(false)
  })
})
