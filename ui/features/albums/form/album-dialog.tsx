import type { Album } from '../../../../src/contract/albums/albums.ts'
import { FormDialog } from '../../../kit/components/FormDialog.tsx'
import { texts } from '../texts.ts'
import { AlbumForm } from './album-form.tsx'
import * as styles from './styles.css.ts'

type AlbumDialogProps = {
  /** The album to edit; omitted for a new one. */
  album?: Album
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Called once the album is saved and the page shows it. */
  onSaved: (album: Album) => void
}

/** A new album's name, description and cover; for an existing one also code, order, rule and download. */
export function AlbumDialog({ album, isOpen, onOpenChange, onSaved }: AlbumDialogProps) {
  return (
    <FormDialog
      title={album ? texts.form.editTitle : texts.form.addTitle}
      className={styles.narrow}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {(dialog) => <AlbumForm album={album} dialog={dialog} onSaved={onSaved} />}
    </FormDialog>
  )
}
