import { describe, expect, test } from 'bun:test'
import { limits } from '../../src/contract/limits.ts'
import { averageColour, placeholderTiles, tileSizes } from '../../src/contract/photos/tile.ts'
import { photoGridSpacings } from '../../src/contract/site/appearance.ts'
import type { UxConfig } from '../../src/contract/site/ux-config.ts'
import { blockSize, columnsAt } from '../../ui/catalogue/grid/columns.ts'
import { photoCounts } from '../../ui/kit/home-texts.ts'

const grid = (photoGridCols: number, photoGridSpacing: 0 | 5 | 10 | 15 = 0) => ({
  photoGridCols,
  photoGridSpacing,
})

describe('columns', () => {
  test('the columns of the grid are as many as configured if there is space', () => {
    expect(columnsAt(1440, grid(3))).toBe(3)
    expect(columnsAt(390, grid(3))).toBe(3)
    expect(columnsAt(1440, grid(9))).toBe(9)
  })

  test('the columns of the grid are always as many as configured from a page of 1024 px on', () => {
    for (const width of [1024, 1063, 1064, 1440, 1920, 2560]) {
      for (let columns = 1; columns <= limits.gridColumns; columns++) {
        for (const spacing of photoGridSpacings) {
          expect(columnsAt(width, grid(columns, spacing))).toBe(columns)
        }
      }
    }
  })

  test('the columns of the grid become fewer on narrower pages before a tile is smaller than 110 px', () => {
    expect(columnsAt(320, grid(3))).toBe(2)
    expect(columnsAt(1023, grid(12))).toBe(9)
    expect(columnsAt(390, grid(12, 15))).toBe(3)
  })

  test('the columns of the grid leave every tile at least 110 px, or 68 px on wide pages, and are never less than one', () => {
    for (let width = 60; width < 2600; width += 7) {
      for (let columns = 1; columns <= 12; columns++) {
        for (const spacing of [0, 5, 10, 15] as const) {
          const found = columnsAt(width, grid(columns, spacing))
          const inner = Math.min(width, 1024) - (width >= 1064 ? 0 : 2 * spacing)
          const tile = (inner - (found - 1) * spacing) / found
          expect(found).toBeGreaterThanOrEqual(1)
          expect(found).toBeLessThanOrEqual(columns)
          const smallest = width >= 1024 ? 68 : 110
          if (found > 1) expect(tile).toBeGreaterThanOrEqual(smallest - 1e-9)
        }
      }
    }
  })

  test('the columns of the grid divide a block into whole rows', () => {
    for (let columns = 1; columns <= 12; columns++) expect(blockSize(columns) % columns).toBe(0)
  })

  test('up to six columns of the grid share one block size, so that rotating a phone re-renders nothing', () => {
    expect([1, 2, 3, 4, 5, 6].map(blockSize)).toEqual([60, 60, 60, 60, 60, 60])
  })
})

describe('tiles', () => {
  const config = (photoGridCols: number): UxConfig => ({
    photoGridCols,
    photoGridSpacing: 0,
    photoItemsLoad: 12,
    showBio: true,
    photoBackgroundColor: 'light',
    colorTheme: 'light',
    denseTopBar: false,
    denseBottomBar: false,
    photoBorders: 'all',
    photoStreamAlbumId: '',
  })

  test('a tile has a width in `sizes`, never less than the minimum', () => {
    expect(tileSizes(config(3))).toBe('(min-width: 1024px) 342px, max(34vw, 110px)')
    expect(tileSizes(config(1))).toBe('(min-width: 1024px) 1024px, 100vw')
    expect(tileSizes(config(12))).toBe('(min-width: 1024px) 86px, max(9vw, 110px)')
  })

  test('a tile has a placeholder only for photos that will be loaded', () => {
    expect(placeholderTiles(5, config(3))).toBe(5)
    expect(placeholderTiles(20_000, config(3))).toBe(24)
    expect(placeholderTiles(0, config(3))).toBe(0)
  })

  test('a tile has the mean colour of its photo before the picture loads', () => {
    // The thumbhash of a plain rgb(200, 100, 50), quantized.
    expect(averageColour('HcsCBwBoWHmIeHd3d3iHeIh/hPjSB4kF')).toBe('#ca6532')
  })
})

test('the owner sees how many photos are not in the photostream', () => {
  expect(photoCounts(214, 183)).toBe('214 photos (31 not in the photostream)')
  expect(photoCounts(20_000, 0)).toBe('20,000 photos (20,000 not in the photostream)')
  expect(photoCounts(1, 1)).toBe('1 photo')
  expect(photoCounts(27, undefined)).toBe('27 photos')
})
