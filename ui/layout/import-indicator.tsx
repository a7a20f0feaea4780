import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { importJobAtom, mayBeImportingAtom } from '../state/jobs.ts'
import { viewerAtom } from '../state/viewer.ts'

const ImportProgress = lazy(() => import('../drive/import-indicator.tsx'))

/** How far the owner's import from the drive is; visitors never load it. */
export function ImportIndicator() {
  const { isOwner } = useAtomValue(viewerAtom)
  const mayBeImporting = useAtomValue(mayBeImportingAtom)
  const job = useAtomValue(importJobAtom)
  if (!isOwner || !(mayBeImporting || job)) return null
  return (
    <Suspense fallback={null}>
      <ImportProgress />
    </Suspense>
  )
}
