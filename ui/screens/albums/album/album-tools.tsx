import { ArrowUpDown, ImageMinus, ImagePlus, Link2, Pencil, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import { texts } from '../../../features/albums/texts.ts'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../../../kit/components/use-dialog.ts'
import { useFocusOnEntry } from '../../../kit/components/use-focus.ts'
import { paths } from '../../../kit/paths.ts'
import { notify } from '../../../kit/state/notices.ts'
import * as styles from './styles.css.ts'

const AlbumDialog = lazyWithRetry(
  async () => (await import('../../../features/albums/form/album-dialog.tsx')).AlbumDialog,
  { part: 'the form' },
)
const DeleteAlbum = lazyWithRetry(async () => (await import('./delete-album.tsx')).DeleteAlbum, {
  part: 'the dialog',
})

type AlbumToolsProps = {
  album: Album
  /** The mode that the owner has just left; its tool gets the focus. */
  left: AlbumMode
  addTool: RefObject<HTMLButtonElement | null>
  onAdd: () => void
  onMode: (mode: AlbumMode) => void
}

const words = texts.tools

/** The owner's actions for an album. */
export function AlbumTools({ album, left, addTool, onAdd, onMode }: AlbumToolsProps) {
  const remove = useFocusOnEntry<HTMLButtonElement>(left === 'remove')
  // Removing the last photos has also removed that tool.
  const isEmptied = left === 'remove' && album.photoCount === 0
  useEffect(() => {
    if (isEmptied) addTool.current?.focus({ preventScroll: true })
  }, [isEmptied, addTool])
  const order = useFocusOnEntry<HTMLButtonElement>(left === 'order')
  const navigate = useNavigate()
  const edit = useDialog(AlbumDialog)
  const deletion = useDialog(DeleteAlbum)

  const showSaved = ({ id, code }: Album) => {
    // A link copied from the address bar must have the new code.
    if (code !== album.code) void navigate(paths.album(id, code), { replace: true })
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className={styles.toolRow} role="group" aria-label={words.name}>
        {!album.rule && (
          <Tool ref={addTool} texts={words.add} icon={<ImagePlus {...icon} />} onClick={onAdd} />
        )}
        {!album.rule && album.photoCount > 0 && (
          <Tool
            ref={remove}
            texts={words.remove}
            icon={<ImageMinus {...icon} />}
            onClick={() => onMode('remove')}
          />
        )}
        {!album.rule && album.photoCount > 1 && (
          <Tool
            ref={order}
            texts={words.order}
            icon={<ArrowUpDown {...icon} />}
            onClick={() => onMode('order')}
          />
        )}
        <Tool texts={words.edit} icon={<Pencil {...icon} />} onClick={edit.open} />
        <Tool texts={words.copy} icon={<Link2 {...icon} />} onClick={() => void copyLink(album)} />
        <Tool texts={words.delete} icon={<Trash2 {...icon} />} onClick={deletion.open} />
      </div>
      {edit.isMounted && <AlbumDialog album={album} {...edit.dialogProps} onSaved={showSaved} />}
      {deletion.isMounted && <DeleteAlbum album={album} {...deletion.dialogProps} />}
    </>
  )
}

const icon = { 'aria-hidden': true, size: 20, strokeWidth: 1.6 } as const

type ToolProps = ComponentProps<'button'> & {
  texts: { readonly short: string; readonly label: string }
  icon: ReactNode
}

/** An icon, with a label where there is space. */
function Tool({ texts: { short, label }, icon, ...button }: ToolProps) {
  return (
    <button type="button" className={styles.tool} aria-label={label} title={label} {...button}>
      {icon}
      <span className={styles.toolText}>{short}</span>
    </button>
  )
}

export type AlbumMode = 'view' | 'order' | 'remove'

const doneMs = 6000

/** Copies the album's link, including its code; if that fails, a notice shows the link. */
async function copyLink({ id, code = '' }: Album): Promise<void> {
  const link = new URL(paths.album(id, code), location.origin).href
  try {
    // Browsers have no clipboard on pages without https.
    await navigator.clipboard.writeText(link)
    notify(code ? texts.copied.withCode : texts.copied.public, { durationMs: doneMs })
  } catch {
    notify(texts.copied.failed(link))
  }
}
