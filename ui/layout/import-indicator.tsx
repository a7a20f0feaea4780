import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { viewerAtom } from '../state/viewer.ts'

const ImportProgress = lazy(() => import('../drive/import-indicator.tsx'))

/** How far the owner's import from the drive is; visitors never load it. */
export function ImportIndicator() {
  const { isOwner } = useAtomValue(viewerAtom)
  if (!isOwner) return null
  return (
    <Suspense fallback={null}>
      <ImportProgress />
    </Suspense>
  )
}
