import { useAtomValue } from 'jotai'
import { BookOpen, Lock, LockOpen } from 'lucide-react'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { altText } from '../../../src/contract/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos.ts'
import { errorText, ignoreApiError } from '../../api.ts'
import { paths } from '../../paths.ts'
import { notify } from '../../state/notices.ts'
import { uxConfigAtom } from '../../state/ux-config.ts'
import { loadPages } from '../list/reader.ts'
import { homeSource, photostreamQuery, usePhotostreamQuery } from '../list/source.ts'
import { hide, publish, sayNoPhotostream } from '../photostream.ts'
import { refreshPhotostreamTotal } from '../photostream-total.ts'
import { texts } from '../texts.ts'
import * as styles from './styles.css.ts'

const failureMs = 8000

/**
 * The owner's lock on a tile: open and pressed for a photo in the photostream, closed for one that
 * only the owner sees. A photo that open albums show has their mark instead of the closed lock.
 */
export function LockButton({ photo }: { photo: Photo }): ReactNode {
  const isPublic = photo.isPublic === true
  const isElsewhere = !isPublic && (photo.visibleIn?.length ?? 0) > 0
  const Icon = isPublic ? LockOpen : isElsewhere ? BookOpen : Lock
  const state = isPublic ? 'public' : isElsewhere ? 'elsewhere' : 'private'
  return (
    <button
      type="button"
      className={styles.lock}
      aria-pressed={isPublic}
      aria-label={texts.lock.label(altText(photo))}
      title={texts.lock[state]}
      data-state={state}
      onClick={() => void (isPublic ? hide(photo) : publish(photo))}
    >
      <span className={styles.lockFace}>
        <Icon aria-hidden="true" />
      </span>
    </button>
  )
}

/** The owner's 'Show Photostream' above the grid. */
export function OwnerTools() {
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const { isOn, isBusy, toggle } = useShowPhotostream()

  useEffect(() => {
    // The count is only a convenience: without it the line is shorter.
    if (photoStreamAlbumId) refreshPhotostreamTotal().catch(ignoreApiError)
  }, [photoStreamAlbumId])

  return (
    <label className={styles.photostreamSwitch}>
      <input
        type="checkbox"
        role="switch"
        className={styles.switchTrack}
        checked={isOn}
        aria-checked={isOn}
        aria-busy={isBusy}
        onChange={toggle}
      />
      {texts.showPhotostream}
    </label>
  )
}

/** Whether 'Show Photostream' is on, and the change to the other list. */
function useShowPhotostream() {
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const query = usePhotostreamQuery()
  /** What the switch was set to, until the photos are there. */
  const [target, setTarget] = useState<boolean>()
  const navigate = useNavigate()
  const isOn = query !== ''

  const toggle = async () => {
    if (target !== undefined) return
    if (!photoStreamAlbumId) {
      sayNoPhotostream()
      return
    }
    setTarget(!isOn)
    const other = isOn ? '' : photostreamQuery
    try {
      // Before the address changes: if the list cannot be loaded, everything stays as it is.
      await loadPages(homeSource(new URLSearchParams(other)), 0, 1)
      // Without `offset`, which means something else in the other list.
      await navigate(paths.home(other), { replace: true, preventScrollReset: true })
    } catch (error) {
      notify(errorText(error), { durationMs: failureMs })
    } finally {
      // Not before React has rendered the new address, or the switch would flip back.
      startTransition(() => setTarget(undefined))
    }
  }
  // The switch turns at once; the photos follow.
  return { isOn: target ?? isOn, isBusy: target !== undefined, toggle: () => void toggle() }
}
