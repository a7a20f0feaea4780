import { useAtomValue } from 'jotai'
import { AfterHydration } from '../components/AfterHydration.tsx'
import { late } from '../components/late.tsx'
import { importJobAtom, mayBeImportingAtom } from '../state/jobs.ts'
import { viewerAtom } from '../state/viewer.ts'

const ImportProgress = late(async () => (await import('../drive/import-indicator.tsx')).default)

/** How far the owner's import from the drive is; visitors never load it. */
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
