export { LockButton } from './lock-button.tsx'
export { OwnerTools } from './owner-tools.tsx'
