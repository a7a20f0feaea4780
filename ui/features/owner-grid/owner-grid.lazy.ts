export { Selection } from '../selection/selection.tsx'
export { OwnerTools, TileTools } from './owner-controls.tsx'
