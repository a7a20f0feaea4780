import { Tooltip } from '@base-ui/react/tooltip'
import { Download, Lock, LockOpen, Trash2 } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { Photo } from '../../../src/contract/photos.ts'
import { togglePublic } from './owner-actions.ts'
import { texts } from './texts.ts'
import * as styles from './viewer.css.ts'

type OwnerToolsProps = { photo: Photo; onDelete: () => void }

/** What only the owner can do with the photo, each an icon with its words as a tooltip. */
export function OwnerTools({ photo, onDelete }: OwnerToolsProps) {
  const isPublic = photo.isPublic === true
  const words = texts.owner
  return (
    <Tooltip.Provider delay={400}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className={styles.tools} role="group" aria-label={words.tools}>
        <Tool label={isPublic ? words.setPrivate : words.setPublic}>
          <button type="button" className={styles.tool} onClick={() => void togglePublic(photo)}>
            {isPublic ? <LockOpen aria-hidden="true" /> : <Lock aria-hidden="true" />}
          </button>
        </Tool>
        <Tool label={words.download}>
          <a className={styles.tool} href={`/api/photos/${photo.id}/original`} download>
            <Download aria-hidden="true" />
          </a>
        </Tool>
        <Tool label={words.delete}>
          <button type="button" className={styles.tool} onClick={onDelete}>
            <Trash2 aria-hidden="true" />
          </button>
        </Tool>
      </div>
    </Tooltip.Provider>
  )
}

function Tool({ label, children }: { label: string; children: ReactElement & ReactNode }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger aria-label={label} render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} side="top">
          <Tooltip.Popup className={styles.tooltip}>{label}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
