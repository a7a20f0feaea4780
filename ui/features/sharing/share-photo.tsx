import { Share2 } from 'lucide-react'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../../kit/components/use-dialog.ts'
import type { Shared } from './share-links.ts'
import { texts } from './texts.ts'

const ShareDialog = lazyWithRetry(async () => (await import('./share-dialog.tsx')).ShareDialog, {
  part: 'the links to this photo',
})

/** Opens the dialog with the links to a photo. */
export function SharePhoto({ shared, className }: { shared: Shared; className?: string }) {
  const dialog = useDialog(ShareDialog)
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={texts.photo}
        aria-haspopup="dialog"
        title={texts.photo}
        onClick={dialog.open}
      >
        <Share2 aria-hidden="true" size={20} strokeWidth={1.6} />
      </button>
      {dialog.isMounted && <ShareDialog shared={shared} {...dialog.dialogProps} />}
    </>
  )
}
