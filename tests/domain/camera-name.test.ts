import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { cameraName, lensName } from '../../src/contract/cameras/camera-name.ts'
import {
  makerAtStart,
  makerName,
  occurrencesOf,
  otherWritings,
} from '../../src/contract/cameras/makers.ts'

describe('cameras', () => {
  // Make and model as cameras write them.
  test.each([
    ['EASTMAN KODAK COMPANY', 'KODAK DX4900 ZOOM DIGITAL CAMERA', 'Kodak DX4900'],
    ['EASTMAN KODAK COMPANY', 'KODAK CX7530 ZOOM DIGITAL CAMERA', 'Kodak CX7530'],
    ['EASTMAN KODAK COMPANY', 'PIXPRO AZ521', 'Kodak PIXPRO AZ521'],
    ['JK Imaging, Ltd.', 'KODAK PIXPRO S-1', 'Kodak PIXPRO S-1'],
    ['Eastman Kodak Company', 'DC210 Zoom (V05.00)', 'Kodak DC210 Zoom'],
    ['OLYMPUS OPTICAL CO.,LTD', 'E-20,E-20N,E-20P', 'Olympus E-20'],
    ['OLYMPUS OPTICAL CO.,LTD', 'E-10', 'Olympus E-10'],
    ['OLYMPUS IMAGING CORP.', 'u10D,S300D,u300D', 'Olympus u10D'],
    ['OLYMPUS', 'E-10', 'Olympus E-10'],
    ['OM Digital Solutions', 'OM-1', 'OM System OM-1'],
    ['OM Digital Solutions', 'OM-1MarkII', 'OM System OM-1 Mark II'],
    ['OLYMPUS CORPORATION', 'E-M1MarkIII', 'Olympus E-M1 Mark III'],
    ['OLYMPUS CORPORATION', 'E-M10 Mark IV', 'Olympus E-M10 Mark IV'],
    ['HTC', 'HTC One_M8', 'HTC One M8'],
    ['HTC', 'HTC One', 'HTC One'],
    ['NIKON CORPORATION', 'NIKON D40', 'Nikon D40'],
    ['NIKON CORPORATION', 'NIKON Z 6', 'Nikon Z6'],
    ['NIKON CORPORATION', 'NIKON Z 5_2', 'Nikon Z5 II'],
    ['NIKON CORPORATION', 'NIKON Z 6_2', 'Nikon Z6 II'],
    ['NIKON CORPORATION', 'NIKON Z 6_3', 'Nikon Z6 III'],
    ['NIKON CORPORATION', 'NIKON Z 7_2', 'Nikon Z7 II'],
    ['NIKON CORPORATION', 'NIKON Z50_2', 'Nikon Z50 II'],
    ['NIKON CORPORATION', 'NIKON Z fc', 'Nikon Zfc'],
    ['NIKON', 'COOLPIX P6000', 'Nikon COOLPIX P6000'],
    ['NIKON', 'E5700', 'Nikon E5700'],
    ['Canon', 'Canon EOS-1D Mark III', 'Canon EOS-1D Mark III'],
    ['Canon', 'Canon EOS R6', 'Canon EOS R6'],
    ['Canon', 'Canon EOS R6m2', 'Canon EOS R6 Mark II'],
    ['Canon', 'Canon EOS R5m2', 'Canon EOS R5 Mark II'],
    ['Canon', 'Canon EOS M50m2', 'Canon EOS M50 Mark II'],
    ['Canon', 'Canon DIGITAL IXUS 40', 'Canon DIGITAL IXUS 40'],
    ['FUJIFILM', 'FinePix S5500', 'Fujifilm FinePix S5500'],
    ['FUJI PHOTO FILM CO., LTD.', 'SLP1000SE', 'Fujifilm SLP1000SE'],
    ['Minolta Co., Ltd.', 'DiMAGE A1', 'Minolta DiMAGE A1'],
    ['KONICA MINOLTA', 'DiMAGE A2', 'Konica Minolta DiMAGE A2'],
    ['Konica Corporation', 'Konica Digital Camera KD-310Z', 'Konica KD-310Z'],
    ['CASIO COMPUTER CO.,LTD.', 'QV-3000EX', 'Casio QV-3000EX'],
    ['Panasonic', 'DMC-LX3', 'Panasonic Lumix LX3'],
    ['Panasonic', 'DMC-GF1', 'Panasonic Lumix GF1'],
    ['Panasonic', 'DC-GH5S', 'Panasonic Lumix GH5S'],
    ['Panasonic', 'DC-G9M2', 'Panasonic Lumix G9 II'],
    ['Panasonic', 'DC-S5M2', 'Panasonic Lumix S5 II'],
    ['Panasonic', 'DC-S5M2X', 'Panasonic Lumix S5 IIX'],
    ['Panasonic', 'DC-S1RM2', 'Panasonic Lumix S1R II'],
    ['Panasonic', 'HC-V770', 'Panasonic HC-V770'],
    ['SEIKO EPSON CORP.', 'R-D1', 'Epson R-D1'],
    ['Leica Camera AG', 'M8 Digital Camera', 'Leica M8'],
    ['RICOH IMAGING COMPANY, LTD.', 'PENTAX K-3', 'Pentax K-3'],
    ['RICOH IMAGING COMPANY, LTD.', 'RICOH GR III', 'Ricoh GR III'],
    ['PENTAX Corporation', 'PENTAX *ist DS', 'Pentax *ist DS'],
    ['Hewlett-Packard', 'HP PhotoSmart C945 (V01.61)', 'HP PhotoSmart C945'],
    ['SAMSUNG TECHWIN CO., LTD.', '<Digimax S800 / Kenox S800>', 'Samsung Digimax S800'],
    ['SONY', 'CYBERSHOT', 'Sony CYBERSHOT'],
    ['SONY', 'ILCE-7', 'Sony α7'],
    ['SONY', 'ILCE-7M3', 'Sony α7 III'],
    ['SONY', 'ILCE-7RM3A', 'Sony α7R IIIA'],
    ['SONY', 'ILCE-7RM5', 'Sony α7R V'],
    ['SONY', 'ILCE-7SM2', 'Sony α7S II'],
    ['SONY', 'ILCE-7C', 'Sony α7C'],
    ['SONY', 'ILCE-7CM2', 'Sony α7C II'],
    ['SONY', 'ILCE-7CR', 'Sony α7CR'],
    ['SONY', 'ILCE-1M2', 'Sony α1 II'],
    ['SONY', 'ILCE-9M3', 'Sony α9 III'],
    ['SONY', 'ILCE-6400', 'Sony α6400'],
    ['SONY', 'ILCE-QX1', 'Sony ILCE-QX1'],
    ['SONY', 'ILCA-77M2', 'Sony α77 II'],
    ['SONY', 'ILCA-68', 'Sony α68'],
    ['SONY', 'DSLR-A700', 'Sony α700'],
    ['SONY', 'SLT-A99V', 'Sony α99'],
    ['SONY', 'DSC-RX100', 'Sony RX100'],
    ['SONY', 'DSC-RX100M5A', 'Sony RX100 VA'],
    ['SONY', 'DSC-RX100M7', 'Sony RX100 VII'],
    ['SONY', 'DSC-RX10M4', 'Sony RX10 IV'],
    ['SONY', 'DSC-RX1RM2', 'Sony RX1R II'],
    ['SONY', 'DSC-RX0', 'Sony RX0'],
    ['SONY', 'ZV-E10', 'Sony ZV-E10'],
    ['SONY', 'ZV-E10M2', 'Sony ZV-E10 II'],
    ['SONY', 'ILME-FX3', 'Sony FX3'],
    ['SONY', 'DSC-W55', 'Sony DSC-W55'],
    ['SONY', 'NEX-7', 'Sony NEX-7'],
    ['Sony Ericsson', 'K800i', 'Sony Ericsson K800i'],
    ['Apple', 'iPhone 5', 'Apple iPhone 5'],
    ['Motorola', 'XT1068', 'Motorola Moto G (2nd gen)'],
    ['Motorola', 'XT1541', 'Motorola Moto G (3rd gen)'],
    ['Motorola', 'XT9999', 'Motorola XT9999'],
    ['samsung', 'GT-I9300', 'Samsung Galaxy S III'],
    ['samsung', 'SM-G973F', 'Samsung Galaxy S10'],
    ['samsung', 'SM-S918U1', 'Samsung Galaxy S23 Ultra'],
    ['SAMSUNG', 'SM-X1', 'Samsung SM-X1'],
    ['Nokia', 'Nokia Lumia 800', 'Nokia Lumia 800'],
    ['LG Electronics', 'LG-D855', 'LG D855'],
    ['Vivitar', 'DIGITAL CAMERA', 'Vivitar'],
    ['Acme Cameras GmbH & Co. KG', 'X1', 'Acme Cameras X1'],
    ['Acme Cameras Ltd.', 'Acme X1', 'Acme X1'],
    ['Apple', null, 'Apple'],
    [null, 'KODAK DX4900 ZOOM DIGITAL CAMERA', 'Kodak DX4900'],
    [null, 'E-10', 'E-10'],
    [null, 'DIGITAL CAMERA', 'DIGITAL CAMERA'],
    [null, null, null],
  ])('a camera of make %j and model %j is called %j', (make, model, name) => {
    expect(cameraName(make, model)).toBe(name)
  })
})

describe('lenses', () => {
  test.each([
    [
      'Apple',
      'iPhone 6 Plus back camera 4.15mm f/2.2',
      'Apple iPhone 6 Plus back camera 4.15mm f/2.2',
    ],
    [null, 'EF70-200mm f/2.8L IS USM', 'EF70-200mm f/2.8L IS USM'],
    ['NIKON', 'NIKKOR Z 24-70mm f/4 S', 'Nikon NIKKOR Z 24-70mm f/4 S'],
    ['Panasonic', 'LEICA DG SUMMILUX 25/F1.4', 'Leica DG SUMMILUX 25/F1.4'],
    [null, '24-70mm,f/2.8', '24-70mm,f/2.8'],
    ['Carl Zeiss', null, 'Zeiss'],
    [null, null, null],
  ])('a lens of make %j and model %j is called %j', (make, model, name) => {
    expect(lensName(make, model)).toBe(name)
  })
})

const piece = fc.constantFrom(
  ...[
    'KODAK',
    'Eastman',
    'Company',
    'Nikon',
    'nikon',
    'CORPORATION',
    'Sony',
    'Sony Ericsson',
    'HP',
  ],
  ...['Digital', 'DIGITAL CAMERA', 'still', 'Zoom', 'camera', 'Acme', 'Ltd.', 'CO.,LTD', 'LG-D855'],
  ...[
    'E-20,E-20N',
    '<A1 / B2>',
    '(V1.0)',
    'One_M8',
    '_',
    ',',
    'ß',
    'İ',
    '/',
    'Konica Minolta',
    'Minolta',
    'ILCE-7M3',
    'Z 6_2',
    'EOS R6m2',
  ],
)
const phrase = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(' '))
const written = fc.oneof(phrase, fc.string({ unit: 'grapheme', maxLength: 20 }))
const make = fc.option(written)

describe.each([
  ['camera', cameraName],
  ['lens', lensName],
])('%s', (_, name) => {
  test('a name is never empty when the file has a model', () => {
    fc.assert(
      fc.property(make, written, (make, model) => {
        fc.pre(model.trim() !== '')
        expect(name(make, model)?.trim()).toBeTruthy()
      }),
    )
  })

  test('a name contains the maker at most once', () => {
    fc.assert(
      fc.property(make, written, (make, model) => {
        const named = name(make, model) ?? ''
        // The model may name a brand of its own.
        const maker = makerAtStart(named)?.name ?? makerName(make ?? '')
        fc.pre(maker !== '')
        const found = named.match(occurrencesOf(maker)) ?? []
        expect(found.length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 1000 },
    )
  })

  test('a name does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(make, written, (make, model) => {
        const once = name(make, model)
        expect(name(make, once)).toBe(once)
      }),
      { numRuns: 1000 },
    )
  })
})

test('a search uses the maker as files write it, where that differs from the maker’s usual name', () => {
  expect(otherWritings('hp', false)).toEqual(['hewlett packard'])
  expect(otherWritings('system', false)).toEqual(['om digital solutions'])
  expect(otherWritings('panas', true)).toEqual(['matsushita'])
  expect(otherWritings('panas', false)).toEqual([])
  // The words of 'Eastman Kodak' are found as they are.
  expect(otherWritings('kodak', false)).toEqual(['jk imaging'])
  expect(otherWritings('p', true)).toEqual([])
})
