import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type PhotoMetadata, readMetadata } from '../../src/images/metadata.ts'
import { type ExiftoolMetadata, hasExiftool, readWithExiftool } from '../support/exiftool.ts'

const photosFolder = resolve(import.meta.dir, '../../../shared/photos')

/**
 * Where we differ from exiftool on purpose, by file and field, with the reason. An entry that does
 * not differ any more fails the test. At present there is none.
 */
const exceptions: Record<string, Partial<Record<keyof ExiftoolMetadata, string>>> = {}

describe.skipIf(!hasExiftool || !existsSync(photosFolder))('against exiftool', () => {
  const paths = ['cameras', 'gps', 'metadata'].flatMap((folder) =>
    readdirSync(join(photosFolder, folder))
      .filter((name) => /\.jpe?g$/i.test(name))
      .map((name) => join(folder, name)),
  )
  const ours: ExiftoolMetadata[] = []
  let theirs: ExiftoolMetadata[] = []

  beforeAll(async () => {
    const files = paths.map((path) => join(photosFolder, path))
    theirs = await readWithExiftool(files)
    for (const file of files) ours.push(inWords(await readMetadata(await Bun.file(file).bytes())))
  }, 60_000)

  test('every field of every photo is equal, but for the stated exceptions', () => {
    expect(differences().map(({ path, field }) => `${path} ${field}`)).toEqual(
      Object.entries(exceptions).flatMap(([path, fields]) =>
        Object.keys(fields).map((field) => `${path} ${field}`),
      ),
    )
  })

  test('the exceptions are less than one percent, and none is about non-ASCII text', () => {
    const compared = theirs.flatMap((fields) => Object.values(fields))
    const known = compared.filter((value) => value !== '').length
    expect(known).toBeGreaterThan(400)
    expect(differences().length).toBeLessThan(known / 100)
    expect(differences().filter(({ expected }) => /[^\x00-\x7f]/.test(expected))).toEqual([])
  })

  function differences() {
    return paths.flatMap((path, index) =>
      fieldsOf(theirs[index]).flatMap(([field, expected]) => {
        const actual = ours[index]?.[field]
        return actual === expected ? [] : [{ path, field, expected, actual }]
      }),
    )
  }
})

function fieldsOf(metadata: ExiftoolMetadata | undefined) {
  return Object.entries(metadata ?? {}) as [keyof ExiftoolMetadata, string][]
}

function inWords(metadata: PhotoMetadata): ExiftoolMetadata {
  const { originalDate: date, gps } = metadata
  const word = (value: string | number | null) => String(value ?? '')
  return {
    title: metadata.title,
    description: metadata.description,
    keywords: metadata.keywords.join(' | '),
    originalDate: date ? `${date.local}${date.offset ?? ''}` : '',
    cameraMake: word(metadata.cameraMake),
    cameraModel: word(metadata.cameraModel),
    lensMake: word(metadata.lensMake),
    lensModel: word(metadata.lensModel),
    focalLength: word(metadata.focalLength),
    focalLength35: word(metadata.focalLength35),
    fNumber: word(metadata.fNumber),
    iso: word(metadata.iso),
    exposure: word(metadata.exposure),
    rating: word(metadata.rating),
    creator: word(metadata.creator),
    copyright: word(metadata.copyright),
    usageTerms: word(metadata.usageTerms),
    webStatement: word(metadata.webStatement),
    credit: word(metadata.credit),
    gps: gps ? `${gps.latitude.toFixed(6)} ${gps.longitude.toFixed(6)}` : '',
    orientation: word(metadata.orientation),
  }
}
