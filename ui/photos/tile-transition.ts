import type { MouseEvent } from 'react'

/** The name that tile and viewer give the photo that grows from one into the other. */
const transitionName = 'photo'

/** Longer than the transition takes, in milliseconds. */
const namedMs = 1000

/** Has the tile's picture grow into the viewer. */
export function growFrom({ currentTarget }: MouseEvent<HTMLElement>): void {
  nameOnly(currentTarget)
}

/** The photo's tile, if it is in this grid. */
export const tileOf = (grid: HTMLElement, photoId: string): HTMLElement | null =>
  grid.querySelector(`a.tile[href*="/${CSS.escape(photoId)}"]`)

/** Below the top bar, in CSS pixels. */
const upperEdge = 64

/** Scrolls to a tile that is off the screen; else the grid stands where it was left. */
export function bringIntoView(tile: HTMLElement): void {
  const { top, bottom } = tile.getBoundingClientRect()
  const middle = (top + bottom) / 2
  if (middle < upperEdge || middle > innerHeight) tile.scrollIntoView({ block: 'center' })
}

/** Has the viewer's picture shrink back into the photo's tile. */
export function shrinkInto(tile: HTMLElement): void {
  // Rows that have not been drawn yet have no picture to show.
  const block = tile.closest<HTMLElement>('.photo-grid')
  nameOnly(tile)
  if (block) {
    block.style.contentVisibility = 'visible'
    setTimeout(() => {
      block.style.contentVisibility = ''
    }, namedMs)
  }
}

let named: HTMLElement | undefined

/**
 * Two elements of one name would end the transition: whoever had it before gives it up, and it goes
 * as soon as it was used.
 */
function nameOnly(tile: HTMLElement): void {
  const picture = tile.querySelector('img')
  if (!picture) return
  if (named) named.style.viewTransitionName = ''
  named = picture
  picture.style.viewTransitionName = transitionName
  setTimeout(() => {
    if (named === picture) picture.style.viewTransitionName = ''
  }, namedMs)
}
