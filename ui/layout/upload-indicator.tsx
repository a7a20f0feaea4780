import { useAtomValue } from 'jotai'
import { Upload } from 'lucide-react'
import { useLocation } from 'react-router'
import { Link } from '../components/Link.tsx'
import { paths } from '../paths.ts'
import { uploadProgressAtom } from '../state/uploads.ts'
import { texts } from './texts.ts'
import * as styles from './upload-indicator.css.ts'

/** While uploads run: how far they are, on every screen but theirs, and the way there. */
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
