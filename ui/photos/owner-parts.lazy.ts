export { LockButton } from './lock-button.tsx'
export { OwnerTools, ShowAllPhotos } from './owner-tools.tsx'
