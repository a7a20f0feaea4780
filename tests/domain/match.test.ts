// Recognising another export of a photo that is already here.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Identity,
  isDoubtfulNow,
  type KnownPhoto,
  matchesOf,
  matchOf,
} from '../../src/imports/intake/match.ts'

const nothing = {
  ...{ item: null, takenAt: null, takenOffset: null, documentId: null },
  ...{ imageUniqueId: null, imageNumber: null, rawImageNumber: null },
  ...{ ownerName: null, uniqueCameraModel: null },
  ...{ cameraMake: null, cameraModel: null, cameraSerial: null },
  ...{ exposure: null, fNumber: null, iso: null, focalLength: null },
}
type KnownRule = Parameters<typeof isDoubtfulNow>[1]['rule']

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
    { id: '3', rule: 'name and time', isDoubtful: true },
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

const named = (cameraMake: string | null, cameraModel: string | null, cameraSerial?: string) => ({
  ...{ takenAt: time, cameraMake, cameraModel, cameraSerial: cameraSerial ?? null },
})
const set = (settings: Partial<Identity>) => ({ takenAt: time, ...settings })

/** With the same file name and second. */
const sameCamera: [string, Partial<Identity>, Partial<Identity>][] = [
  ['with its maker or without', named('Canon', 'Canon EOS R5'), named(null, 'EOS R5')],
  ['in two spellings', named('Canon', 'Canon EOS R5'), named('Canon', 'EOS R5')],
  ['of a maker in two spellings', named('NIKON CORPORATION', 'NIKON Z 6'), named('Nikon', 'Z6')],
  ['of a brand', named('RICOH IMAGING COMPANY, LTD.', 'PENTAX K-3'), named('PENTAX', 'PENTAX K-3')],
  ['without a name in one file', named('SONY', 'ILCE-7M3'), named(null, null)],
  ['with only its maker in one file', named('SONY', 'ILCE-7M3'), named('Sony', null)],
  ['with its serial number in one file', named('Canon', 'EOS R5', '7'), named('Canon', 'EOS R5')],
  [
    'with a padded serial number',
    named('Canon', 'EOS R5', '00712'),
    named('Canon', 'EOS R5', '712'),
  ],
  ['without a real serial number', named('LG', 'G4', '0000000'), named('LG', 'G4', '712')],
  ['with rounded settings', set({ exposure: '1/125', iso: 100 }), set({ exposure: '1/128' })],
  ['with settings in one file', set({ fNumber: 2.8, focalLength: 50 }), set({})],
  ['with an image’s id in one file', set({ imageUniqueId: '4f' }), set({})],
  [
    'with an id in two spellings',
    set({ imageUniqueId: '00AF-12' }),
    set({ imageUniqueId: 'af12' }),
  ],
  ['without a real id', set({ imageUniqueId: '0000' }), set({ imageUniqueId: 'af12' })],
  ['with an image number in one file', set({ imageNumber: 7 }), set({ rawImageNumber: 12 })],
  ['with an owner in one file', set({ ownerName: 'Ann' }), set({})],
  [
    'with its owner in two spellings',
    set({ ownerName: 'Ann  Lee ' }),
    set({ ownerName: 'ANN LEE' }),
  ],
  ['with an offset in one file', set({ takenOffset: '+02:00' }), set({})],
  ['with UTC in two spellings', set({ takenOffset: 'Z' }), set({ takenOffset: '+00:00' })],
  ['with a zone in two spellings', set({ takenOffset: '+02:00' }), set({ takenOffset: 'UTC+2' })],
  [
    'with a name for every country in one file',
    set({ cameraModel: 'EOS Kiss X7i', uniqueCameraModel: 'Canon EOS 700D' }),
    set({ cameraModel: 'EOS Kiss X7i' }),
  ],
]
const otherPhoto: [string, Partial<Identity>, Partial<Identity>][] = [
  ['another maker', named('Apple', 'iPhone 15'), named('Canon', 'Canon EOS R5')],
  ['another maker without a model', named('NIKON CORPORATION', 'NIKON Z 6'), named('Canon', null)],
  ['another model', named('Canon', 'Canon EOS R5'), named('Canon', 'Canon EOS R5 Mark II')],
  ['another phone without a maker', named(null, 'iPhone 15'), named(null, 'Pixel 8')],
  ['another maker’s camera of that name', named('SONY', 'X100'), named('FUJIFILM', 'X100')],
  ['another body', named('Canon', 'EOS R5', '712'), named('Canon', 'EOS R5', '713')],
  ['another exposure', set({ exposure: '1/250' }), set({ exposure: '1/500' })],
  ['another exposure of whole seconds', set({ exposure: '2.5' }), set({ exposure: '5' })],
  ['another aperture', set({ fNumber: 5.6 }), set({ fNumber: 8 })],
  ['another sensitivity', set({ iso: 100 }), set({ iso: 125 })],
  ['another focal length', set({ focalLength: 24 }), set({ focalLength: 70 })],
  ['another image’s id', set({ imageUniqueId: '4f01' }), set({ imageUniqueId: '4f02' })],
  ['another image number', set({ imageNumber: 7 }), set({ imageNumber: 8 })],
  ['another number of the raw file', set({ rawImageNumber: 7 }), set({ rawImageNumber: 8 })],
  ['another zone', set({ takenOffset: '+02:00' }), set({ takenOffset: '+01:00' })],
  ['another half of the zones', set({ takenOffset: '+03:30' }), set({ takenOffset: '-03:30' })],
  ['a zone that is not UTC', set({ takenOffset: '+02:00' }), set({ takenOffset: 'Z' })],
  [
    'another model behind one name',
    set({ cameraModel: 'iPhone', uniqueCameraModel: 'iPhone13,3 back camera' }),
    set({ cameraModel: 'iPhone', uniqueCameraModel: 'iPhone13,3 front camera' }),
  ],
]

/** What tells two photos apart that everything else says are one. */
const otherFrame: [string, Partial<Identity>, Partial<Identity>][] = [
  ['another image’s id', { imageUniqueId: '4f01' }, { imageUniqueId: '4f02' }],
  ['another image number', { imageNumber: 7 }, { imageNumber: 8 }],
  ['another zone', { takenOffset: '+02:00' }, { takenOffset: '+01:00' }],
]

describe('same name and second', () => {
  test.each(sameCamera)(
    'two files with one name and second, by a camera %s, are the same photo',
    (_, one, other) => {
      const found = { id: '1', rule: 'name and time' as const }
      expect(matchOf(file(one), [photo('1', other)])).toEqual(found)
      expect(matchOf(file(other), [photo('1', one)])).toEqual(found)
    },
  )
  test.each(otherPhoto)(
    'two files with one name and second are different photos: %s',
    (_, one, other) => {
      expect(matchOf(file(one), [photo('1', other)])).toBeUndefined()
      expect(matchOf(file(other), [photo('1', one)])).toBeUndefined()
    },
  )
  test.each(otherFrame)('%s outweighs a document, or a camera and moment', (_, one, other) => {
    for (const says of [
      { documentId: 'xmp.did:1' },
      { cameraSerial: '7', takenAt: ofBurst(3) },
    ] satisfies Partial<Identity>[]) {
      const same = { takenAt: time, ...says }
      expect(matchOf(file({ ...same, ...one }), [photo('1', { ...same, ...one })])?.id).toBe('1')
      expect(
        matchOf(file({ ...same, ...one }), [photo('1', { ...same, ...other })]),
      ).toBeUndefined()
    }
  })
  test('another owner’s name on a file leaves the decision to a person', () => {
    const [ann, bob] = [set({ ownerName: 'Ann' }), set({ ownerName: 'Bob' })]
    const found = { id: '1', rule: 'name and time' as const }
    expect(matchOf(file(ann), [photo('1', bob)])).toEqual({ ...found, isDoubtful: true })
    expect(matchOf(file(ann), [photo('1', ann), photo('2', bob)])).toBeUndefined()
    const known = photo('1', { ...bob, documentId: 'xmp.did:1' })
    const sure = { id: '1', rule: 'document' as const }
    expect(matchOf(file({ ...ann, documentId: 'xmp.did:1' }), [known])).toEqual(sure)
  })
  test('a fraction of zeros does not tell frames apart', () => {
    const says = { cameraSerial: '7', takenAt: ofBurst(0) }
    const known = photo('1', { ...says, fileName: 'DSC_0002.jpg' })
    expect(matchOf(file(says), [known])).toBeUndefined()
    const own = photo('2', says)
    const found = { id: '2', rule: 'name and time' as const }
    expect(matchOf(file(says), [own])).toEqual(found)
    expect(matchOf(file(says), [known, own])).toEqual({ ...found, isDoubtful: true })
  })
  test('a file matches the photo of its camera, beside another camera’s', () => {
    const [phone, canon] = [named('Apple', 'iPhone 15'), named('Canon', 'Canon EOS R5')]
    const photos = [photo('phone', phone), photo('canon', canon)]
    expect(matchOf(file(canon), photos)).toEqual({ id: 'canon', rule: 'name and time' })
    expect(matchOf(file(phone), photos)).toEqual({ id: 'phone', rule: 'name and time' })
  })
  test('one document of two cameras is no match', () => {
    const says = { documentId: 'xmp.did:1' }
    const known = photo('1', { ...named('Canon', 'Canon EOS R5'), ...says })
    expect(matchOf(file({ ...named('Apple', 'iPhone 15'), ...says }), [known])).toBeUndefined()
  })
})

test('a name alone never gives a certain match among frames of one second', () => {
  const frame = (number: number, says: Partial<Identity> = {}) =>
    photo(String(number), { takenAt: time, fileName: `${number}.jpg`, ...says })
  const one = file({ takenAt: time, fileName: '1.jpg', iso: 100 })
  const sure = { id: '1', rule: 'name and time' } as const
  expect(matchOf(one, [frame(1), frame(2)])).toEqual({ ...sure, isDoubtful: true })
  expect(matchOf(one, [frame(1), frame(2, { takenAt: ofBurst(4) })])).toHaveProperty('isDoubtful')
  expect(matchOf(one, [frame(1), frame(2, { iso: 400 })])).toEqual(sure)
  expect(matchOf(one, [frame(1), frame(2, { cameraMake: 'Canon' })])).toHaveProperty('isDoubtful')
  expect(matchOf(one, [frame(1)])).toEqual(sure)
  const exact = { ...one, takenAt: ofBurst(4) }
  const frames = [frame(1, { takenAt: ofBurst(4) }), frame(2, { takenAt: ofBurst(5) })]
  expect(matchOf(exact, frames)).toEqual(sure)
})

test('a match becomes doubtful once the photo changes or is deleted', () => {
  const match = { id: '1', rule: 'name and time' } as const
  const one = file({ takenAt: time, imageNumber: 7, ownerName: 'Ann' })
  const later = (says: Partial<Identity>, rule = match.rule as KnownRule) =>
    isDoubtfulNow(one, { ...match, rule }, [photo('1', { takenAt: time, ...says })])
  expect(later({})).toBe(false)
  expect(later({ imageNumber: 7 })).toBe(false)
  expect(later({ imageNumber: 8 })).toBe(true)
  expect(later({ imageNumber: 8 }, 'document')).toBe(true)
  expect(later({ imageNumber: 8 }, 'item')).toBe(false)
  expect(later({ ownerName: 'Bob' })).toBe(true)
  expect(later({ ownerName: 'Bob' }, 'document')).toBe(false)
  expect(isDoubtfulNow(one, match, [])).toBe(true)
})

test('names match without their accents and with another file extension', () => {
  const known = photo('1', { takenAt: time, fileName: 'Zürich.JPE'.normalize('NFD') })
  const name = 'zürich.jpg'.normalize('NFC')
  expect(matchOf(file({ takenAt: time, fileName: name }), [known])?.id).toBe('1')
})

describe('matches', () => {
  test.each(cases)('a file matches %s', (_, incoming, photos, expected) => {
    expect(matchOf(incoming, photos)).toEqual(expected)
  })

  test('no photo is matched twice in one import, unless the photo’s own item matches it', () => {
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
    takenAt: few(time, ofBurst(0), ofBurst(1), ofBurst(2)),
    takenOffset: few('Z', '+00:00', '+02:00'),
    documentId: few('d', 'e'),
    cameraSerial: few('7', '8'),
    cameraMake: few('Canon', 'Apple'),
    cameraModel: few('EOS R5', 'Canon EOS R5', 'iPhone 15'),
    exposure: few('1/125', '1/500'),
    fNumber: fc.constant(null),
    iso: fc.option(fc.constantFrom(100, 400), { nil: null }),
    focalLength: fc.constant(null),
    imageUniqueId: few('a1', 'b2'),
    imageNumber: fc.option(fc.constantFrom(1, 2), { nil: null }),
    rawImageNumber: fc.constant(null),
    ownerName: few('Ann', 'Bob'),
    uniqueCameraModel: fc.constant(null),
  })
  const known = fc
    .array(identity, { maxLength: 6 })
    .map((all) => all.map((each, index): KnownPhoto => ({ ...each, id: String(index) })))

  test('a file matches the same photo in any order of the list, and itself when alone', () => {
    fc.assert(
      fc.property(identity, known, (incoming, photos) => {
        const match = matchOf(incoming, photos)
        if (match?.rule !== 'item') {
          expect(matchOf(incoming, photos.toReversed())).toEqual(match)
        }
        if (match === undefined) return
        const matched = photos.find(({ id }) => id === match.id)!
        // Beside no other photo, it is doubtful only if another person's camera took it.
        const hasOwners = incoming.ownerName !== null && matched.ownerName !== null
        const isOthers = hasOwners && incoming.ownerName !== matched.ownerName
        const isDoubtful = isOthers && match.rule === 'name and time'
        const expected = { id: match.id, rule: match.rule, ...(isDoubtful && { isDoubtful }) }
        expect(matchOf(incoming, [matched])).toEqual(expected)
      }),
    )
  })

  test('a file does not match photos that share only its time', () => {
    fc.assert(
      fc.property(known, (photos) => {
        const stranger = file({ takenAt: time, fileName: 'stranger.jpg' })
        expect(matchOf(stranger, photos)).toBeUndefined()
      }),
    )
  })
})
