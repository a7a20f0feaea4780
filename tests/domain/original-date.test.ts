// The dates and offsets that cameras, scanners and programs write.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseOffset } from '../../src/images/date-offset.ts'
import { readMetadata } from '../../src/images/metadata.ts'
import { parseExifDate, parseIptcDate } from '../../src/images/original-date.ts'
import { textureJpeg } from '../support/jpegs.ts'
import {
  exifSegment,
  iptcSegment,
  text,
  withSegments,
  xmpSegment,
} from '../support/metadata-segments.ts'

const plain = await textureJpeg(8, 8)

describe('EXIF and XMP', () => {
  test.each([
    // The hour 24 and leap seconds.
    ['2018:03:10 24:04:20', '2018-03-11T00:04:20'],
    ['2016:12:31 24:00:00', '2017-01-01T00:00:00'],
    ['2016:12:31 23:59:60', '2017-01-01T00:00:00'],
    // Blanks instead of zeros, or for what is not known.
    ['2004: 1: 5  9: 3: 2', '2004-01-05T09:03:02'],
    ['2004:1 :5  9 :3 :2 ', '2004-01-05T09:03:02'],
    ['2004:01:05   :  :  ', '2004-01-05T00:00:00'],
    ['2004:01:     :  :  ', '2004-01-01T00:00:00'],
    ['2004:  :     :  :  ', '2004-01-01T00:00:00'],
    ['2004:00:00 00:00:00', '2004-01-01T00:00:00'],
    ['2004:05:00 10:00:00', '2004-05-01T10:00:00'],
    // One-digit parts, other separators, other ends.
    ['2004:1:5 9:3:2', '2004-01-05T09:03:02'],
    ['2004-1-5T9:3', '2004-01-05T09:03:00'],
    ['2004/01/05 09.03.02', '2004-01-05T09:03:02'],
    ['2004.01.05 09:03:02', '2004-01-05T09:03:02'],
    ['2004:01:05 09 03 02', '2004-01-05T09:03:02'],
    ['2004:01:05\u000009:03:02\0\0', '2004-01-05T09:03:02'],
    ['2004:01:05 09:03:02.5', '2004-01-05T09:03:02.500'],
    ['2004:01:05 09:03:02,123456', '2004-01-05T09:03:02.123'],
    ['2004:01:05 09:03:02 PM', '2004-01-05T21:03:02'],
    ['2004:01:05 12:03:02 a.m.', '2004-01-05T00:03:02'],
    ['2004:01:05 下午 9:03:02', '2004-01-05T21:03:02'],
    ['2004:01:05 12:03:02 오전', '2004-01-05T00:03:02'],
    ['2004:01:05 午後01:03:02', '2004-01-05T13:03:02'],
    ['2004:01:05:09:03:02', '2004-01-05T09:03:02'],
    ['2004-01-05_09:03:02', '2004-01-05T09:03:02'],
    ['20040105T090302', '2004-01-05T09:03:02'],
    ['20040105 0903', '2004-01-05T09:03:00'],
    ['20040105090302', '2004-01-05T09:03:02'],
    ['20040105', '2004-01-05T00:00:00'],
    ['2004:01:05 ??:??:??', '2004-01-05T00:00:00'],
    ['2004', '2004-01-01T00:00:00'],
    ['2004-05', '2004-05-01T00:00:00'],
  ])('a date %j in EXIF or XMP is %p', (written, local) => {
    expect(parseExifDate(written)?.local).toBe(local)
  })

  test.each([
    '    :  :     :  :  ',
    '0000:00:00 00:00:00',
    ':  :     :  :',
    '\0',
    '',
    'unknown',
    '2004:02:31 10:00:00',
    '2004:13:01 10:00:00',
    '2004:01:32',
    '2004:01:05 25:00:00',
    '2004:01:05 10:60:00',
    '1600:01:01 00:00:00',
    '9999:12:31 23:59:59',
    '20041305',
    '200401059',
    '2004010509',
    '05.01.2004',
    '2004 abc',
    '2004-05 10:00',
  ])('a date %j in EXIF or XMP is unknown', (written) => {
    expect(parseExifDate(written)).toBeNull()
  })

  test.each([
    ['Z', 'Z'],
    ['utc', 'Z'],
    ['-5:00', '-05:00'],
    ['+0530', '+05:30'],
    ['+530', '+05:30'],
    ['+5', '+05:00'],
    ['+05:30 ', '+05:30'],
    ['+05:30\0', '+05:30'],
    ['\u221203:30', '-03:30'],
    ['UTC+2', '+02:00'],
    ['GMT-03:00', '-03:00'],
    ['+05:45:00', '+05:45'],
    ['-00:00', '+00:00'],
    ['+14:00', '+14:00'],
    ['+14:01', null],
    ['+15:00', null],
    ['+25:00', null],
    ['+05:60', null],
    ['05:00', null],
    ['   :  ', null],
    ['', null],
  ])('a date with the offset %j in EXIF or XMP has %p', (written, offset) => {
    expect(parseOffset(written)).toBe(offset)
    const date = parseExifDate('2004:01:05 09:03:02', '', written)
    expect(date).toEqual({ local: '2004-01-05T09:03:02', offset })
  })

  test('a date takes its fraction from the field beside it, unless that is blank', () => {
    expect(parseExifDate('2004:01:05 09:03:02', '09 ')?.local).toBe('2004-01-05T09:03:02.090')
    expect(parseExifDate('2004:01:05 09:03:02.7', '  ')?.local).toBe('2004-01-05T09:03:02.700')
    expect(parseExifDate('2004:01:05 09:03:02', 'x')?.local).toBe('2004-01-05T09:03:02')
  })

  test('a date is possible or unknown, whatever is written', () => {
    const like = fc.stringMatching(/^[\d :./T+Z\0-]{0,30}$/)
    fc.assert(
      fc.property(fc.oneof(like, fc.string()), like, like, (date, subSeconds, offset) => {
        expectPossible(parseExifDate(date, subSeconds, offset))
        expectPossible(parseIptcDate(date, offset))
      }),
      { numRuns: 3000 },
    )
  })

  test('a date is the same in every accepted form', () => {
    const moment = fc.date({
      ...{ min: new Date('1830-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z') },
      noInvalidDate: true,
    })
    const separator = fc.constantFrom(':', '-', '/', '.')
    fc.assert(
      fc.property(moment, separator, fc.constantFrom(' ', 'T', '  '), (date, mark, between) => {
        const local = date.toISOString().slice(0, 19)
        const [day = '', time = ''] = local.split('T')
        const blank = (text: string) => text.replace(/(?<=^|\D)0/g, ' ')
        const short = (text: string) => text.replace(/(?<=^|\D)0(?=\d)/g, '')
        const written = day.replaceAll('-', mark)
        for (const form of [
          `${written}${between}${time}`,
          `${short(written)}${between}${short(time)}`,
          `${blank(written)} ${blank(time)}`,
          `${written}${between}${time}\0`,
        ]) {
          expect([form, parseExifDate(form)?.local]).toEqual([form, local])
        }
        const packed = time.replaceAll(':', '')
        expect(parseIptcDate(day.replaceAll('-', ''), `${packed}+0200`)).toEqual({
          local,
          offset: '+02:00',
        })
      }),
    )
  })
})

describe('IPTC', () => {
  test.each([
    ['19851125', '101112-0500', '1985-11-25T10:11:12', '-05:00'],
    ['19851125', '101112', '1985-11-25T10:11:12', null],
    ['19851125', '1011', '1985-11-25T10:11:00', null],
    ['1985-11-25', '10:11:12+02:00', '1985-11-25T10:11:12', '+02:00'],
    ['1985:11:25', '101112Z', '1985-11-25T10:11:12', 'Z'],
    ['19851125', '240000', '1985-11-26T00:00:00', null],
    ['19851125', '990000', '1985-11-25T00:00:00', null],
    ['19851100', '', '1985-11-01T00:00:00', null],
  ])('a date of %p at %p in IPTC is %p with the offset %p', (date, time, local, offset) => {
    expect(parseIptcDate(date, time)).toEqual({ local, offset })
  })

  test.each(['', '00000000', '19850231', '198511', 'November'])(
    'a date of %p in IPTC is unknown',
    (date) => {
      expect(parseIptcDate(date, '101112')).toBeNull()
    },
  )
})

describe('sources', () => {
  const [date, sameDay] = ['2019:11:28 14:38:40', '2019:11:28 18:00:00']
  const xmp = (attributes: string) =>
    xmpSegment(`<rdf:Description xmlns:x="http://ns.adobe.com/xap/1.0/"
      xmlns:e="http://ns.adobe.com/exif/1.0/" xmlns:p="http://ns.adobe.com/photoshop/1.0/"
      ${attributes}/>`)
  const dateOf = async (...segments: Uint8Array[]) =>
    (await readMetadata(withSegments(plain, ...segments))).originalDate

  test.each<[string, Uint8Array[], string | null, string | null]>([
    [
      'xmp:CreateDate alone',
      [xmp('x:CreateDate="1987-06-05T10:00:00+02:00"')],
      '1987-06-05T10:00:00',
      '+02:00',
    ],
    [
      'exif:DateTimeDigitized alone',
      [xmp('e:DateTimeDigitized="1987-06"')],
      '1987-06-01T00:00:00',
      null,
    ],
    [
      'IPTC’s date of digitising alone',
      [
        iptcSegment([
          [62, '19870605'],
          [63, '100000+0200'],
        ]),
      ],
      '1987-06-05T10:00:00',
      '+02:00',
    ],
    [
      'EXIF’s date of digitising alone',
      [exifSegment({ exif: [text(0x9004, date), text(0x9012, '+1')] })],
      '2019-11-28T14:38:40',
      '+01:00',
    ],
    [
      'XMP’s own offset',
      [xmp('e:DateTimeOriginal="2019-11-28T14:38:40" e:OffsetTimeOriginal="-5:00"')],
      '2019-11-28T14:38:40',
      '-05:00',
    ],
    [
      'photoshop:DateCreated before xmp:CreateDate',
      [xmp('x:CreateDate="2022" p:DateCreated="2019"')],
      '2019-01-01T00:00:00',
      null,
    ],
    [
      'EXIF before xmp:CreateDate',
      [exifSegment({ exif: [text(0x9003, date)] }), xmp('x:CreateDate="2022"')],
      '2019-11-28T14:38:40',
      null,
    ],
    [
      'a blank date before a full one',
      [exifSegment({ exif: [text(0x9003, '    :  :     :  :  '), text(0x9004, date)] })],
      '2019-11-28T14:38:40',
      null,
    ],
    [
      'the date of the last change alone',
      [exifSegment({ ifd0: [text(0x0132, date)] })],
      null,
      null,
    ],
  ])('the date of a photo is read from %s', async (_, segments, local, offset) => {
    const read = await dateOf(...segments)
    expect([read?.local ?? null, read?.offset ?? null]).toEqual([local, offset])
  })

  test.each([
    ['its own offset', date, [text(0x9011, '-5:00'), text(0x9010, '+01:00')], '-05:00'],
    [
      'the offset of an equal date of digitising',
      date,
      [text(0x9004, date), text(0x9012, '+0200')],
      '+02:00',
    ],
    ['the offset of an equal last change', date, [text(0x9010, '+01:00')], '+01:00'],
    ['no offset of a later change', sameDay, [text(0x9010, '+01:00')], null],
    ['no impossible offset', sameDay, [text(0x9011, '+99:00')], null],
  ])('the date of a photo has %s', async (_, changed, tags, offset) => {
    const exif = exifSegment({ ifd0: [text(0x0132, changed)], exif: [text(0x9003, date), ...tags] })
    expect(await dateOf(exif)).toEqual({ local: '2019-11-28T14:38:40', offset })
  })
})

function expectPossible(date: ReturnType<typeof parseExifDate>) {
  if (!date) return
  expect(date.local).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?$/)
  expect(new Date(`${date.local}Z`).toISOString()).toStartWith(date.local.slice(0, 19))
  expect(date.offset ?? 'Z').toMatch(/^(Z|[+-](0\d|1[0-4]):[0-5]\d)$/)
}
