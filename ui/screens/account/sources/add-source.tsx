import { useState } from 'react'
import type { Source } from '../../../../src/contract/imports/sources.ts'
import * as cards from '../../../kit/account/settings-card.css.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { textLink } from '../../../kit/components/Link.css.ts'
import { Link } from '../../../kit/components/Link.tsx'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../../../kit/components/use-dialog.ts'
import { paths } from '../../../kit/paths.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const AddDialog = lazyWithRetry(async () => (await import('./add-dialog.tsx')).default)
const labels = texts.add

/** Ways to a new source. `isConnected` is about Google Drive. */
export function AddSource({ isConnected }: { isConnected: boolean }) {
  const drive = useDialog(AddDialog)
  const folder = useDialog(AddDialog)
  const [added, setAdded] = useState<string>()
  const onAdded = ({ name }: Source) => setAdded(name)
  return (
    <section className={styles.part} aria-labelledby="sources-add">
      <h2 className={cards.heading} id="sources-add">
        {labels.heading}
      </h2>
      <div className={account.actions}>
        {isConnected ? (
          <Button aria-haspopup="dialog" onClick={drive.open}>
            {labels.drive}
          </Button>
        ) : (
          <Link className={textLink} to={paths.account('drive')}>
            {texts.lost.connect}
          </Link>
        )}
        <Button aria-haspopup="dialog" onClick={folder.open}>
          {labels.folder}
        </Button>
      </div>
      <p className={cards.text} role="status">
        {added && labels.added(added)}
      </p>
      {drive.isMounted && <AddDialog kind="drive" {...drive.dialogProps} onAdded={onAdded} />}
      {folder.isMounted && <AddDialog kind="folder" {...folder.dialogProps} onAdded={onAdded} />}
    </section>
  )
}
