import { useRef, useState } from 'react'
import type { Album } from '../../../src/contract/albums.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { texts } from '../texts.ts'
import { AlbumForm } from './album-form.tsx'
import * as styles from './styles.css.ts'

type AlbumDialogProps = {
  /** The album to change; without one a new one is made. */
  album?: Album
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** It is saved, and the screens have it. */
  onSaved: (album: Album) => void
}

/** What an album is called, what is said of it, its cover, and once it is there code and order. */
export function AlbumDialog({ album, isOpen, onOpenChange, onSaved }: AlbumDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const leave = () => onOpenChange(false)
  const close = useRef(leave)
  return (
    <Dialog
      title={album ? texts.form.editTitle : texts.form.addTitle}
      className={styles.narrow}
      {...{ isOpen, isBusy }}
      onOpenChange={(open) => !open && close.current()}
    >
      <AlbumForm
        {...{ album, isOpen, isBusy, close, leave }}
        onBusy={setBusy}
        onSaved={(saved) => {
          onSaved(saved)
          leave()
        }}
      />
    </Dialog>
  )
}
