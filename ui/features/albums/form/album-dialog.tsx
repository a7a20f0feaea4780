import { useRef, useState } from 'react'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import { Dialog } from '../../../kit/components/Dialog.tsx'
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

/** Edits an album's name, description and cover; share code and order once it exists. */
export function AlbumDialog({ album, isOpen, onOpenChange, onSaved }: AlbumDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const leave = () => onOpenChange(false)
  const close = useRef(leave)
  return (
    <Dialog
      title={album ? texts.form.editTitle : texts.form.addTitle}
      className={styles.narrow}
      isOpen={isOpen}
      isBusy={isBusy}
      onOpenChange={(open) => !open && close.current()}
    >
      <AlbumForm
        album={album}
        isOpen={isOpen}
        isBusy={isBusy}
        close={close}
        leave={leave}
        onBusy={setBusy}
        onSaved={(saved) => {
          onSaved(saved)
          leave()
        }}
      />
    </Dialog>
  )
}
