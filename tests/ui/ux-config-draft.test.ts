import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { UxConfig } from '../../src/contract/site/ux-config.ts'
import {
  configOf,
  draftOf,
  filledIn,
  isInRange,
  maximum,
  shownConfigOf,
} from '../../ui/screens/account/ux-config/draft.ts'

const config: UxConfig = {
  photoGridCols: 3,
  photoGridSpacing: 0,
  photoItemsLoad: 12,
  showBio: true,
  photoBackgroundColor: 'light',
  colorTheme: 'light',
  denseTopBar: false,
  denseBottomBar: false,
  photoBorders: 'all',
  photoStreamAlbumId: '',
}

describe('draft', () => {
  test('the form of the display settings equals the config while nothing is changed', () => {
    expect(configOf(draftOf(config))).toEqual(config)
  })

  test('the form of the display settings falls back to four columns and twelve photos for empty fields', () => {
    const emptied = { ...draftOf(config), photoGridCols: '', photoItemsLoad: ' ' }
    expect(configOf(emptied)).toMatchObject({ photoGridCols: 4, photoItemsLoad: 12 })
    expect(isInRange(emptied, 'photoGridCols')).toBe(true)
    expect(filledIn(emptied)).toMatchObject({ photoGridCols: '4', photoItemsLoad: '12' })
    expect(filledIn({ ...emptied, photoGridCols: '0' }).photoGridCols).toBe('0')
  })

  test('the form of the display settings accepts exactly the numbers that the server accepts', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.integer({ min: -2, max: 502 }), fc.float()), (any) => {
        for (const key of ['photoGridCols', 'photoItemsLoad'] as const) {
          const draft = { ...draftOf(config), [key]: String(any) }
          expect(isInRange(draft, key)).toBe(UxConfig().safeParse(configOf(draft)).success)
        }
      }),
    )
    expect(
      isInRange(
        { ...draftOf(config), photoGridCols: String(maximum.photoGridCols) },
        'photoGridCols',
      ),
    ).toBe(true)
  })

  test('the form of the display settings previews the saved number while an incomplete one is being typed', () => {
    const draft = { ...draftOf(config), photoGridCols: '1.', photoItemsLoad: '0' }
    expect(shownConfigOf({ ...draft, photoGridCols: '99' }, config)).toEqual(config)
    expect(shownConfigOf(draft, config)).toEqual({ ...config, photoGridCols: 1 })
  })
})
