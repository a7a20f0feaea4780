import { useSyncExternalStore } from 'react'
import { pageWidth, smallestTile } from '../../../src/contract/photos/tile.ts'
import type { UxConfig } from '../../../src/contract/site/ux-config.ts'

type GridConfig = Pick<UxConfig, 'photoGridCols' | 'photoGridSpacing'>

/**
 * The number of columns that CSS auto-fill produces at this page width in CSS pixels: the configured
 * number or, on a page narrower than a full grid, fewer if tiles would be too small.
 */
export function columnsAt(width: number, { photoGridCols, photoGridSpacing }: GridConfig): number {
  if (width >= pageWidth) return photoGridCols
  const inner = width - 2 * photoGridSpacing
  const wanted = (inner - (photoGridCols - 1) * photoGridSpacing) / photoGridCols
  if (wanted >= smallestTile) return photoGridCols
  return Math.max(1, Math.floor((inner + photoGridSpacing) / (smallestTile + photoGridSpacing)))
}

/**
 * The number of tiles in a block of rows, always whole rows. It is the same for one to six columns,
 * so that rotating a phone re-renders no tiles.
 */
export function blockSize(columns: number): number {
  return 60 % columns === 0 ? 60 : columns * Math.ceil(60 / columns)
}

let pageWidthNow: number | undefined
const listeners = new Set<() => void>()

/** Measures the page only when its width changes: each measurement may force a layout. */
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

/** The number of columns at the current width; undefined on the server and during hydration. */
export const useColumns = (config: GridConfig): number | undefined =>
  useSyncExternalStore<number | undefined>(
    subscribe,
    () => columnsAt(currentWidth(), config),
    () => undefined,
  )
