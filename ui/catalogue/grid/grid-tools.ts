import type { ReactNode } from 'react'
import type { Photo } from '../../../src/contract/photos/photos.ts'

/** The owner's controls of a grid and its tiles; the grid does not know what they do. */
export type GridTools = {
  readonly TileTools: (props: { photo: Photo }) => ReactNode
  readonly Selection: (props: { pages: readonly (readonly Photo[])[] }) => ReactNode
}
