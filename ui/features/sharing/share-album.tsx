import { Share2 } from 'lucide-react'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { listTool, toolLabel } from '../../kit/components/list-tools.css.ts'
import { useDialog } from '../../kit/components/use-dialog.ts'
import type { Shared } from './share-links.ts'
import { texts } from './texts.ts'

const ShareDialog = lazyWithRetry(async () => (await import('./share-dialog.tsx')).ShareDialog, {
  part: 'the links to this album',
})

/**
 * Opens the dialog with the links to an album. Unlike the button of a photo, it is a part of the page
 * that the server sends, so its code comes with the page's and in no script of its own.
 */
export function ShareAlbum({ shared }: { shared: Shared }) {
  const dialog = useDialog(ShareDialog)
  return (
    <>
      <button
        type="button"
        className={listTool}
        aria-label={texts.album}
        aria-haspopup="dialog"
        title={texts.album}
        onClick={dialog.open}
      >
        <Share2 aria-hidden="true" size={18} strokeWidth={1.6} />
        <span className={toolLabel}>{texts.share}</span>
      </button>
      {dialog.isMounted && <ShareDialog shared={shared} {...dialog.dialogProps} />}
    </>
  )
}
