import { expect, test } from 'bun:test'
import { filterText } from '../../src/contract/search/filter-labels.ts'
import { filterOf } from '../../src/contract/search/photo-filter.ts'

const names = { camera: { 'coolpix-p6000': 'Nikon Coolpix P6000' }, keyword: { lake: 'Lake' } }
const textOf = (query: string) => filterText(filterOf(new URLSearchParams(query)), names)

test('the label of a filter is its everyday name and begins with a capital letter', () => {
  for (const [query, text] of [
    ['camera=coolpix-p6000', 'Camera: Nikon Coolpix P6000'],
    ['-camera=coolpix-p6000', 'Not taken with Nikon Coolpix P6000'],
    ['-lens=unknown-lens', 'Not taken with unknown-lens'],
    ['-keyword=lake', 'Without keyword Lake'],
    ['keyword=constructor', 'Keyword: constructor'],
    ['-year=2020', 'Not year 2020'],
    ['year=2020..', 'Year: 2020 or later'],
    ['year=..2020', 'Year: 2020 or earlier'],
    ['year=<2020', 'Year: before 2020'],
    ['year=2010..<2020', 'Year: 2010 to 2019'],
    ['iso=50..<100', 'ISO 50–99'],
    ['iso=<50', 'Under ISO 50'],
    ['-iso=50..<100', 'Not ISO 50–99'],
    ['iso=3200..', 'ISO 3200 and above'],
    ['f=1..<1.4', 'Aperture: f/1–1.3'],
    ['f=<0.95', 'Aperture: under f/0.95'],
    ['orientation=landscape', 'Orientation: Landscape'],
    ['-aspect=square', 'Not shape Square'],
    ['uploaded=1d', 'Uploaded: last 24 hours'],
    ['uploaded=2026-11..', 'Uploaded: since 2026-11'],
    ['-uploaded=today', 'Not uploaded today'],
    ['is=private', 'Visibility: Private'],
    ['-is=public', 'Not Public'],
    ['albums=none', 'In no album'],
    ['title=no&order=added', 'Untitled · Recently added'],
  ] as const) {
    expect([query, textOf(query)]).toEqual([query, text])
  }
})
