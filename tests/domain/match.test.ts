// Recognising another export of a photo that is already here.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Identity, type KnownPhoto, matchesOf, matchOf } from '../../src/intake/match.ts'

const nothing = { item: null, takenAt: null, documentId: null, cameraSerial: null }
const file = (says: Partial<Identity> = {}): Identity => ({
  ...nothing,
  source: 'local',
  fileName: 'DSC_0001.jpg',
  ...says,
})
const photo = (id: string, says: Partial<Identity> = {}): KnownPhoto => ({ ...file(says), id })

const time = '2024-05-01T07:08:09'
const ofBurst = (frame: number) => `${time}.${frame}00`

const cases: [string, Identity, KnownPhoto[], ReturnType<typeof matchOf>][] = [
  [
    'an item of its source, whatever else is different',
    file({ source: 'drive', item: 'a', takenAt: time, fileName: 'other.jpg' }),
    [photo('1', { source: 'drive', item: 'a', takenAt: '1999-01-01T00:00:00' })],
    { id: '1', rule: 'item' },
  ],
  [
    'nothing, if the item is of another source',
    file({ item: 'a' }),
    [photo('1', { source: 'drive', item: 'a' })],
    undefined,
  ],
  [
    'the document, although the file was renamed',
    file({ documentId: 'xmp.did:1', fileName: 'Sunset.jpg' }),
    [photo('1', { documentId: 'xmp.did:1' }), photo('2', { documentId: 'xmp.did:2' })],
    { id: '1', rule: 'document' },
  ],
  [
    'the copy of that name, if several have one document',
    file({ documentId: 'xmp.did:1', fileName: 'DSC_0001-2.JPG' }),
    [
      photo('1', { documentId: 'xmp.did:1' }),
      photo('2', { documentId: 'xmp.did:1', fileName: 'DSC_0001-2.jpg' }),
    ],
    { id: '2', rule: 'document' },
  ],
  [
    'nothing, if several have one document and other names',
    file({ documentId: 'xmp.did:1', fileName: 'Sunset.jpg' }),
    [
      photo('1', { documentId: 'xmp.did:1' }),
      photo('2', { documentId: 'xmp.did:1', fileName: 'DSC_0001-2.jpg' }),
    ],
    undefined,
  ],
  [
    'the frame of a burst by camera and fraction of a second',
    file({ cameraSerial: '7', takenAt: ofBurst(3), fileName: 'a.jpg' }),
    Array.from({ length: 10 }, (_, frame) =>
      photo(String(frame), {
        cameraSerial: '7',
        takenAt: ofBurst(frame),
        fileName: `${frame}.jpg`,
      }),
    ),
    { id: '3', rule: 'camera and time' },
  ],
  [
    'the frame of a burst by its name, if the time has no fraction',
    file({ takenAt: time, fileName: '3.JPG' }),
    Array.from({ length: 10 }, (_, frame) =>
      photo(String(frame), { takenAt: time, fileName: `${frame}.jpg` }),
    ),
    { id: '3', rule: 'name and time' },
  ],
  [
    'nothing by the time alone',
    file({ cameraSerial: '7', takenAt: time, fileName: 'a.jpg' }),
    [photo('1', { cameraSerial: '7', takenAt: time, fileName: 'b.jpg' })],
    undefined,
  ],
  [
    'nothing by the name alone',
    file({ takenAt: '2025-05-01T07:08:09' }),
    [photo('1', { takenAt: time })],
    undefined,
  ],
  [
    'nothing by name and time, if another camera took it',
    file({ cameraSerial: '8', takenAt: time }),
    [photo('1', { cameraSerial: '7', takenAt: time })],
    undefined,
  ],
  [
    'its time to the second, if only one file says more',
    file({ takenAt: ofBurst(3) }),
    [photo('1', { takenAt: time })],
    { id: '1', rule: 'name and time' },
  ],
]

describe('a file matches', () => {
  test.each(cases)('%s', (_, incoming, photos, expected) => {
    expect(matchOf(incoming, photos)).toEqual(expected)
  })

  test('no photo twice in one import, unless it is the photo’s own item', () => {
    const known = [photo('1', { source: 'drive', item: 'a', documentId: 'xmp.did:1' })]
    const one = file({ source: 'drive', documentId: 'xmp.did:1', fileName: 'a.jpg', item: 'b' })
    const other = { ...one, fileName: 'b.jpg', item: 'c' }
    expect(matchesOf([one, other], known)).toEqual([undefined, undefined])
    expect(matchesOf([one], known)).toEqual([{ id: '1', rule: 'document' }])
    expect(matchesOf([one, { ...one, item: 'a' }], known)).toEqual([
      undefined,
      { id: '1', rule: 'item' },
    ])
  })

  const few = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: null })
  const identity = fc.record({
    source: fc.constantFrom('local' as const, 'drive' as const),
    item: few('a', 'b'),
    fileName: fc.constantFrom('1.jpg', '1.JPG', '2.jpg'),
    takenAt: few(time, ofBurst(1), ofBurst(2)),
    documentId: few('d', 'e'),
    cameraSerial: few('7', '8'),
  })
  const known = fc
    .array(identity, { maxLength: 6 })
    .map((all) => all.map((each, index): KnownPhoto => ({ ...each, id: String(index) })))

  test('the same photo in whatever order the photos are listed, and itself alone', () => {
    fc.assert(
      fc.property(identity, known, (incoming, photos) => {
        const match = matchOf(incoming, photos)
        if (match?.rule !== 'item') {
          expect(matchOf(incoming, photos.toReversed())).toEqual(match)
        }
        if (match === undefined) return
        const matched = photos.find(({ id }) => id === match.id)!
        expect(matchOf(incoming, [matched])).toEqual(match)
      }),
    )
  })

  test('nothing that shares only the time with it', () => {
    fc.assert(
      fc.property(known, (photos) => {
        const stranger = file({ takenAt: time, fileName: 'stranger.jpg' })
        expect(matchOf(stranger, photos)).toBeUndefined()
      }),
    )
  })
})
