import { Dialog } from '../../kit/components/Dialog.tsx'
import { CopyField } from './copy-field.tsx'
import { isKnownOpen, linksOf, publicOrigin, type Shared } from './share-links.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { useAccess } from './use-access.ts'

type ShareDialogProps = {
  shared: Shared
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The addresses of a photo or an album; only what anyone can open has an embed code and a feed. */
export function ShareDialog({ shared, isOpen, onOpenChange }: ShareDialogProps) {
  const { page, embedCode, feed } = linksOf(shared, publicOrigin())
  const access = useAccess(isKnownOpen(shared), page, isOpen)
  return (
    <Dialog title={texts[shared.kind]} isBusy={false} isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className={styles.fields}>
        {shared.code && access === 'open' && <p className={styles.warning}>{texts.withCode}</p>}
        {access === 'closed' && <p className={styles.warning}>{texts.closed}</p>}
        <CopyField label={texts.link} value={page} />
        {access === 'open' && (
          <CopyField label={texts.embed} value={embedCode} hint={texts.embedHint} />
        )}
        {access === 'open' && feed && (
          <CopyField label={texts.feed} value={feed} hint={texts.feedHint} />
        )}
        {typeof access === 'object' && (
          <p className={styles.note} role="alert">
            {texts.failed(access.problem)}
          </p>
        )}
      </div>
    </Dialog>
  )
}
