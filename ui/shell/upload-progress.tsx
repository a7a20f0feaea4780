import { useAtomValue } from 'jotai'
import { Upload } from 'lucide-react'
import { useLocation } from 'react-router'
import { Link } from '../kit/components/Link.tsx'
import * as styles from '../kit/layout/indicators.css.ts'
import { paths } from '../kit/paths.ts'
import { uploadProgressAtom } from '../kit/state/background-work.ts'
import { texts } from './texts.ts'

/** Progress of the uploads with a link to their screen; not shown on that screen itself. */
export default function UploadProgress() {
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
