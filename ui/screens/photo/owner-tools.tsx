import { Tooltip } from '@base-ui/react/tooltip'
import {
  CircleUser,
  Crop,
  Download,
  Ellipsis,
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
import { type Action, ActionMenu } from '../../kit/components/ActionMenu.tsx'
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
const words = texts.owner

/**
 * The owner's actions for the photo: icons with tooltips, or on a phone, which shows no tooltips, one
 * button with its name and a menu with the others.
 */
export function OwnerTools({ photo, onEdit, onCrop, onDelete }: OwnerToolsProps) {
  const versions = useDialog(VersionsDialog)
  const before = useShownActions(photo)
  const after: Action[] = [
    { label: words.crop, icon: <Crop {...icon} />, run: onCrop },
    { label: words.versions, icon: <History {...icon} />, run: versions.open },
    {
      label: words.download,
      icon: <Download {...icon} />,
      href: `/api/photos/${photo.id}/original`,
    },
    { label: words.delete, icon: <Trash2 {...icon} />, run: onDelete },
  ]
  return (
    <Tooltip.Provider delay={400}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className={styles.tools} role="group" aria-label={words.tools}>
        {before.map(tool)}
        <Tool label={words.edit}>
          <button type="button" className={styles.namedTool} onClick={onEdit}>
            <Pencil {...icon} />
            <span className={styles.toolName}>{words.shortEdit}</span>
          </button>
        </Tool>
        {after.map(tool)}
        <ActionMenu label={words.more} className={styles.moreTool} items={[...before, ...after]}>
          <Ellipsis {...icon} />
          {words.more}
        </ActionMenu>
      </div>
      {versions.isMounted && <VersionsDialog photo={photo} {...versions.dialogProps} />}
    </Tooltip.Provider>
  )
}

/** What the photo is for visitors: the cover of the album or the profile picture, and public. */
function useShownActions(photo: Photo): Action[] {
  const albumId = useAlbumId()
  const isPublic = photo.isPublic === true
  return [
    albumId
      ? {
          label: words.setCover,
          icon: <ImageUp {...icon} />,
          run: () => setAlbumCover(photo, albumId),
        }
      : {
          label: words.setProfilePicture,
          icon: <CircleUser {...icon} />,
          run: () => setProfilePicture(photo),
        },
    {
      label: isPublic ? words.setPrivate : words.setPublic,
      icon: isPublic ? <LockOpen {...icon} /> : <Lock {...icon} />,
      run: () => togglePublic(photo),
    },
  ]
}

const tool = (action: Action, place: number) => (
  // By its place, so that a lock that was pressed keeps the focus.
  <Tool key={place} label={action.label}>
    {action.href === undefined ? (
      <button type="button" className={styles.iconTool} onClick={() => void action.run()}>
        {action.icon}
      </button>
    ) : (
      <a className={styles.iconTool} href={action.href} download>
        {action.icon}
      </a>
    )}
  </Tool>
)
