import type { MouseEvent } from 'react'

/** The name that tile and viewer give the photo that grows from one into the other. */
const transitionName = 'photo'

/** Longer than the transition takes, in milliseconds. */
const namedMs = 1000

/** Has the tile's picture grow into the viewer. */
export function growFrom({ currentTarget }: MouseEvent<HTMLElement>): void {
  nameOnly(currentTarget)
}

/** Has the viewer's picture shrink back into the photo's tile, if it is in this grid. */
export function shrinkInto(grid: HTMLElement, photoId: string): HTMLElement | undefined {
  const tile = grid.querySelector<HTMLElement>(`a.tile[href="/photo/${CSS.escape(photoId)}"]`)
  if (!tile) return undefined
  // Rows that have not been drawn yet have no picture to show.
  const block = tile.closest<HTMLElement>('.photo-grid')
  nameOnly(tile)
  if (block) {
    block.style.contentVisibility = 'visible'
    setTimeout(() => {
      block.style.contentVisibility = ''
    }, namedMs)
  }
  return tile
}

/** Two elements of one name would end the transition: the name goes as soon as it was used. */
function nameOnly(tile: HTMLElement): void {
  const picture = tile.querySelector('img')
  if (!picture) return
  picture.style.viewTransitionName = transitionName
  setTimeout(() => {
    picture.style.viewTransitionName = ''
  }, namedMs)
}
