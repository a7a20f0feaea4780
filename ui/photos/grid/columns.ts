import { useSyncExternalStore } from 'react'
import { pageWidth, smallestTile } from '../../../src/contract/tile.ts'
import type { UxConfig } from '../../../src/contract/ux-config.ts'

type GridConfig = Pick<UxConfig, 'photoGridCols' | 'photoGridSpacing'>

/** From this width on the grid does not reach the screen's edges and has no spacing there; media.full. */
const fullWidth = 1064

/**
 * How many columns the style sheet's auto-fill makes of this page width in CSS pixels: those of the
 * config, or fewer if tiles would be too small.
 */
export function columnsAt(width: number, { photoGridCols, photoGridSpacing }: GridConfig): number {
  const edges = width >= fullWidth ? 0 : 2 * photoGridSpacing
  const inner = Math.min(width, pageWidth) - edges
  const wanted = (inner - (photoGridCols - 1) * photoGridSpacing) / photoGridCols
  if (wanted >= smallestTile) return photoGridCols
  return Math.max(1, Math.floor((inner + photoGridSpacing) / (smallestTile + photoGridSpacing)))
}

/**
 * How many tiles a block of rows has: whole rows with any number of columns. Up to six columns a
 * block is the same at every width, so that rotating a phone renders no tile again.
 */
export function blockSize(columns: number): number {
  return 60 % columns === 0 ? 60 : columns * Math.ceil(60 / columns)
}

let pageWidthNow: number | undefined
const listeners = new Set<() => void>()

/** Measures the page once and then only when it changes: each measurement may cost a layout. */
function currentWidth(): number {
  if (pageWidthNow === undefined) {
    const page = document.documentElement
    pageWidthNow = page.clientWidth
    new ResizeObserver(() => {
      if (pageWidthNow === page.clientWidth) return
      pageWidthNow = page.clientWidth
      for (const listener of listeners) listener()
    }).observe(page)
  }
  return pageWidthNow
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The grid's columns at the page's present width; undefined on the server and during hydration. */
export const useColumns = (config: GridConfig): number | undefined =>
  useSyncExternalStore<number | undefined>(
    subscribe,
    () => columnsAt(currentWidth(), config),
    () => undefined,
  )
