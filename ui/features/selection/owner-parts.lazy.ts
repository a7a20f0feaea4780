export { OwnerTools, TileTools } from '../owner-grid/owner-parts.tsx'
export { Selection } from './selection.tsx'
