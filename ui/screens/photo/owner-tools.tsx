import { Tooltip } from '@base-ui/react/tooltip'
import {
  CircleUser,
  Crop,
  Download,
  History,
  ImageUp,
  Lock,
  LockOpen,
  Pencil,
  Trash2,
} from 'lucide-react'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { useAlbumId } from '../../catalogue/list/address.ts'
import { texts } from '../../catalogue/viewer/texts.ts'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { Tool } from '../../kit/components/Tool.tsx'
import { useDialog } from '../../kit/components/use-dialog.ts'
import { setAlbumCover, setProfilePicture, togglePublic } from './owner-actions.ts'
import * as styles from './photo-page.css.ts'

const VersionsDialog = lazyWithRetry(
  async () => (await import('../../features/versions/versions-dialog.tsx')).default,
)

type OwnerToolsProps = {
  photo: Photo
  onEdit: () => void
  onCrop: () => void
  onDelete: () => void
}

const icon = { 'aria-hidden': true, size: 20, strokeWidth: 1.6 } as const

/** The owner's actions for the photo, as icons with tooltips. */
export function OwnerTools({ photo, onEdit, onCrop, onDelete }: OwnerToolsProps) {
  const albumId = useAlbumId()
  const versions = useDialog(VersionsDialog)
  const isPublic = photo.isPublic === true
  const words = texts.owner
  return (
    <Tooltip.Provider delay={400}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className={styles.tools} role="group" aria-label={words.tools}>
        {albumId ? (
          <Tool label={words.setCover}>
            <button
              type="button"
              className={styles.tool}
              onClick={() => void setAlbumCover(photo, albumId)}
            >
              <ImageUp {...icon} />
            </button>
          </Tool>
        ) : (
          <Tool label={words.setProfilePicture}>
            <button
              type="button"
              className={styles.tool}
              onClick={() => void setProfilePicture(photo)}
            >
              <CircleUser {...icon} />
            </button>
          </Tool>
        )}
        <Tool label={isPublic ? words.setPrivate : words.setPublic}>
          <button type="button" className={styles.tool} onClick={() => void togglePublic(photo)}>
            {isPublic ? <LockOpen {...icon} /> : <Lock {...icon} />}
          </button>
        </Tool>
        <Tool label={words.edit}>
          <button type="button" className={styles.tool} onClick={onEdit}>
            <Pencil {...icon} />
          </button>
        </Tool>
        <Tool label={words.crop}>
          <button type="button" className={styles.tool} onClick={onCrop}>
            <Crop {...icon} />
          </button>
        </Tool>
        <Tool label={words.versions}>
          <button
            type="button"
            className={styles.tool}
            aria-haspopup="dialog"
            onClick={versions.open}
          >
            <History {...icon} />
          </button>
        </Tool>
        <Tool label={words.download}>
          <a className={styles.tool} href={`/api/photos/${photo.id}/original`} download>
            <Download {...icon} />
          </a>
        </Tool>
        <Tool label={words.delete}>
          <button type="button" className={styles.tool} onClick={onDelete}>
            <Trash2 {...icon} />
          </button>
        </Tool>
      </div>
      {versions.isMounted && <VersionsDialog photo={photo} {...versions.dialogProps} />}
    </Tooltip.Provider>
  )
}
