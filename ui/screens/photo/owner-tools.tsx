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
import { iconButton } from '../../kit/components/icon-button.css.ts'
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
              className={iconButton}
              onClick={() => void setAlbumCover(photo, albumId)}
            >
              <ImageUp aria-hidden="true" />
            </button>
          </Tool>
        ) : (
          <Tool label={words.setProfilePicture}>
            <button
              type="button"
              className={iconButton}
              onClick={() => void setProfilePicture(photo)}
            >
              <CircleUser aria-hidden="true" />
            </button>
          </Tool>
        )}
        <Tool label={isPublic ? words.setPrivate : words.setPublic}>
          <button type="button" className={iconButton} onClick={() => void togglePublic(photo)}>
            {isPublic ? <LockOpen aria-hidden="true" /> : <Lock aria-hidden="true" />}
          </button>
        </Tool>
        <Tool label={words.edit}>
          <button type="button" className={iconButton} onClick={onEdit}>
            <Pencil aria-hidden="true" />
          </button>
        </Tool>
        <Tool label={words.crop}>
          <button type="button" className={iconButton} onClick={onCrop}>
            <Crop aria-hidden="true" />
          </button>
        </Tool>
        <Tool label={words.versions}>
          <button
            type="button"
            className={iconButton}
            aria-haspopup="dialog"
            onClick={versions.open}
          >
            <History aria-hidden="true" />
          </button>
        </Tool>
        <Tool label={words.download}>
          <a className={iconButton} href={`/api/photos/${photo.id}/original`} download>
            <Download aria-hidden="true" />
          </a>
        </Tool>
        <Tool label={words.delete}>
          <button type="button" className={iconButton} onClick={onDelete}>
            <Trash2 aria-hidden="true" />
          </button>
        </Tool>
      </div>
      {versions.isMounted && <VersionsDialog photo={photo} {...versions.dialogProps} />}
    </Tooltip.Provider>
  )
}
