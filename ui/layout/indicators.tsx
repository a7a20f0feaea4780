import { useAtomValue } from 'jotai'
import { Upload } from 'lucide-react'
import { useLocation } from 'react-router'
import { AfterHydration } from '../components/AfterHydration.tsx'
import { Link } from '../components/Link.tsx'
import { late } from '../components/late.tsx'
import { paths } from '../paths.ts'
import { importJobAtom, mayBeImportingAtom, uploadProgressAtom } from '../state/background-work.ts'
import { viewerAtom } from '../state/viewer.ts'
import * as styles from './indicators.css.ts'
import { texts } from './texts.ts'

const ImportProgress = late(async () => (await import('../drive/import-indicator.tsx')).default)

/** Progress of the uploads with a link to their screen; not shown on that screen itself. */
export function UploadIndicator() {
  const progress = useAtomValue(uploadProgressAtom)
  const isOnTheirScreen = useLocation().pathname === paths.account('local')
  if (!progress || isOnTheirScreen) return null
  const { done, total, percent } = progress
  return (
    <Link
      className={styles.link}
      to={paths.account('local')}
      aria-label={texts.uploads.label(done, total)}
    >
      <Upload aria-hidden="true" size={16} />
      {texts.uploads.progress(done, total)}
      <span className={styles.line} aria-hidden="true">
        <span className={styles.part} style={{ inlineSize: `${percent}%` }} />
      </span>
    </Link>
  )
}

/** Progress of the owner's import from the drive; visitors never load it. */
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
