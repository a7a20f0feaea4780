export { OwnerTools, TileTools } from '../photos/grid/owner-parts.tsx'
export { Selection } from './selection.tsx'
