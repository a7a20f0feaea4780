export { OwnerTools, TileTools } from '../owner-grid/owner-controls.tsx'
export { Selection } from './selection.tsx'
