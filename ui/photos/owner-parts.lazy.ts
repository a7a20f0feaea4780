export { OwnerTools } from './grid/owner-parts.tsx'
export { LockButton } from './lock-button.tsx'
