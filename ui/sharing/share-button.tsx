import { Share2 } from 'lucide-react'
import { lazyWithRetry } from '../components/lazy-with-retry.tsx'
import { useDialog } from '../components/use-dialog.ts'
import type { Shared } from './share-links.ts'
import { texts } from './texts.ts'

const ShareDialog = lazyWithRetry(async () => (await import('./share-dialog.tsx')).ShareDialog, {
  part: 'the links',
})

type ShareButtonProps = { shared: Shared; className?: string; isLabelled?: boolean }

/** Opens the dialog with the links to a photo or an album. */
export function ShareButton({ shared, className, isLabelled = false }: ShareButtonProps) {
  const dialog = useDialog(ShareDialog)
  const label = texts[shared.kind]
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="dialog"
        title={label}
        onClick={dialog.open}
      >
        <Share2 aria-hidden="true" size={isLabelled ? 18 : 20} strokeWidth={1.6} />
        {isLabelled && <span>{texts.share}</span>}
      </button>
      {dialog.isWanted && <ShareDialog shared={shared} {...dialog.props} />}
    </>
  )
}
