import { Download } from 'lucide-react'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import { texts } from '../../../features/albums/texts.ts'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { listTool, toolLabel } from '../../../kit/components/list-tools.css.ts'
import { useDialog } from '../../../kit/components/use-dialog.ts'

const ConfirmDialog = lazyWithRetry(
  async () => (await import('../../../kit/components/ConfirmDialog.tsx')).ConfirmDialog,
  { part: 'the dialog' },
)

const words = texts.download

/** Says how many photos the zip file will have before it is downloaded. */
export function DownloadAlbum({ album: { id, photoCount } }: { album: Album }) {
  const dialog = useDialog(ConfirmDialog)
  const { isOpen, onOpenChange } = dialog.dialogProps
  const download = () => {
    onOpenChange(false)
    const link = document.createElement('a')
    link.href = `/api/albums/${id}/download`
    // If it is refused, the browser's list of downloads says so and this page stays.
    link.download = ''
    link.click()
  }
  return (
    <>
      <button type="button" className={listTool} title={words.button} onClick={dialog.open}>
        <Download aria-hidden="true" size={18} strokeWidth={1.6} />
        <span className={toolLabel}>{words.button}</span>
      </button>
      {dialog.isMounted && (
        <ConfirmDialog
          isOpen={isOpen}
          title={words.title}
          text={words.text(photoCount)}
          ok={words.ok}
          onOk={download}
          onCancel={() => onOpenChange(false)}
        />
      )}
    </>
  )
}
