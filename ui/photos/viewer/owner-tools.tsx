import { Tooltip } from '@base-ui/react/tooltip'
import { CircleUser, Crop, Download, ImageUp, Lock, LockOpen, Pencil, Trash2 } from 'lucide-react'
import type { Photo } from '../../../src/contract/photos.ts'
import { iconButton } from '../../components/icon-button.css.ts'
import { Tool } from '../../components/Tool.tsx'
import { useAlbumId } from '../list/address.ts'
import { togglePublic } from './owner-actions.ts'
import { setAlbumCover, setProfilePicture } from './owner-pictures.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type OwnerToolsProps = {
  photo: Photo
  onEdit: () => void
  onCrop: () => void
  onDelete: () => void
}

/** What only the owner can do with the photo, each an icon with its words as a tooltip. */
export function OwnerTools({ photo, onEdit, onCrop, onDelete }: OwnerToolsProps) {
  const albumId = useAlbumId()
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
    </Tooltip.Provider>
  )
}
