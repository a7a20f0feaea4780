import { useAtomValue } from 'jotai'
import { AfterHydration } from '../kit/components/AfterHydration.tsx'
import { lazyWithRetry } from '../kit/components/lazy-with-retry.tsx'
import { importJobAtom, isUploadingAtom, mayBeImportingAtom } from '../kit/state/background-work.ts'
import { viewerAtom } from '../kit/state/viewer.ts'

const ImportProgress = lazyWithRetry(
  async () => (await import('../features/drive-import/import-indicator.tsx')).default,
  { part: 'the progress of the import' },
)
const UploadProgress = lazyWithRetry(async () => (await import('./upload-progress.tsx')).default, {
  part: 'the progress of the uploads',
})

/** Progress of the owner's uploads; loaded with the first one. */
export function UploadIndicator() {
  if (!useAtomValue(isUploadingAtom)) return null
  return (
    <AfterHydration>
      <UploadProgress />
    </AfterHydration>
  )
}

/** Progress of the owner's import from Google Drive; visitors never load it. */
export function ImportIndicator() {
  const { isOwner } = useAtomValue(viewerAtom)
  const mayBeImporting = useAtomValue(mayBeImportingAtom)
  const job = useAtomValue(importJobAtom)
  if (!isOwner || !(mayBeImporting || job)) return null
  return (
    <AfterHydration>
      <ImportProgress />
    </AfterHydration>
  )
}
