import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { isApplyingAtom, makePublic } from '../../../features/selection/apply.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { Link } from '../../../kit/components/Link.tsx'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../../../kit/components/use-dialog.ts'
import { paths } from '../../../kit/paths.ts'
import { texts } from '../texts.ts'
import * as styles from './styles.css.ts'
import { uploadedAtom } from './totals.ts'

const AlbumsDialog = lazyWithRetry(
  async () => (await import('../../../features/selection/albums-dialog.tsx')).AlbumsDialog,
)

/** What comes next for exactly the photos that were uploaded. */
export function AfterUpload() {
  const { ids, runs } = useAtomValue(uploadedAtom)
  const isApplying = useAtomValue(isApplyingAtom)
  const { revalidate } = useRevalidator()
  const adding = useDialog(AlbumsDialog)
  const bar = useRef<HTMLDivElement>(null)
  if (ids.length === 0) return null
  const change = { ids, refresh: revalidate }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.after} role="group" aria-label={texts.after.name(ids.length)} ref={bar}>
      <Button isDisabled={isApplying} onClick={adding.open}>
        {texts.after.addToAlbum}
      </Button>
      <Button isDisabled={isApplying} onClick={() => void makePublic(change)}>
        {texts.after.makePublic}
      </Button>
      <Link
        className={styles.show}
        to={paths.filtered(...runs.map((run) => ['upload', run] as const))}
      >
        {texts.after.show}
      </Link>
      {adding.isMounted && <AlbumsDialog {...change} bar={bar} isAdding {...adding.dialogProps} />}
    </div>
  )
}
