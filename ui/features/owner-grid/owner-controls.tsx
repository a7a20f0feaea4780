import { useAtomValue } from 'jotai'
import { BookOpen, History, Lock, LockOpen, Upload } from 'lucide-react'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { addedOrder } from '../../../src/contract/search/photo-filter.ts'
import * as styles from '../../catalogue/grid/styles.css.ts'
import { useLock } from '../../catalogue/grid/use-lock.ts'
import { loadPages } from '../../catalogue/list/reader.ts'
import { homeSource, photostreamQuery, usePhotostreamQuery } from '../../catalogue/list/source.ts'
import { ownerTexts } from '../../catalogue/owner-texts.ts'
import { photoLabel } from '../../catalogue/photo-label.ts'
import { sayNoPhotostream } from '../../catalogue/photostream.ts'
import { refreshPhotostreamTotal } from '../../catalogue/photostream-total.ts'
import { errorText, ignoreApiError } from '../../kit/api.ts'
import { Link } from '../../kit/components/Link.tsx'
import { listTool } from '../../kit/components/list-tools.css.ts'
import { paths } from '../../kit/paths.ts'
import { notify } from '../../kit/state/notices.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import { SelectBox } from '../selection/select-box.tsx'
import * as controls from './owner-controls.css.ts'
import { texts as words } from './texts.ts'

const failureMs = 8000

/** The owner's controls on a tile. Without a photostream only the home page offers to create one. */
export function TileTools({ photo }: { photo: Photo }): ReactNode {
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const { pathname } = useLocation()
  return (
    <>
      <SelectBox photo={photo} />
      {(photoStreamAlbumId || pathname === paths.home()) && <LockButton photo={photo} />}
    </>
  )
}

type LockState = 'public' | 'elsewhere' | 'private'

const lockIcons = { public: LockOpen, elsewhere: BookOpen, private: Lock } as const

function lockStateOf({ isPublic, visibleIn }: Photo): LockState {
  if (isPublic) return 'public'
  return (visibleIn?.length ?? 0) > 0 ? 'elsewhere' : 'private'
}

/**
 * The owner's lock on a tile: open for photos in the photostream, closed for private ones, and an
 * open book for photos that only public albums show.
 */
function LockButton({ photo }: { photo: Photo }): ReactNode {
  const isPublic = photo.isPublic === true
  const press = useLock(photo)
  const state = lockStateOf(photo)
  const Icon = lockIcons[state]
  return (
    <button
      type="button"
      className={styles.lock}
      aria-pressed={isPublic}
      aria-label={ownerTexts.lock.label(photoLabel(photo))}
      title={ownerTexts.lock[state]}
      data-state={state}
      onClick={({ currentTarget }) => void press(currentTarget)}
    >
      <span className={styles.lockFace}>
        <Icon className={styles.lockIcon} aria-hidden="true" />
      </span>
    </button>
  )
}

/** The 'Show Photostream' switch above the grid, and where the owner begins: new photos, and more. */
export function OwnerTools() {
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const { isOn, isBusy, toggle } = useShowPhotostream()

  useEffect(() => {
    // The count is optional: without it the line is shorter.
    if (photoStreamAlbumId) refreshPhotostreamTotal().catch(ignoreApiError)
  }, [photoStreamAlbumId])

  return (
    <>
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
        {ownerTexts.showPhotostream}
      </label>
      <div className={controls.links}>
        <OwnerLink to={paths.filtered(['order', addedOrder])} label={words.recentlyAdded}>
          <History aria-hidden="true" size={18} strokeWidth={1.6} />
        </OwnerLink>
        <OwnerLink to={paths.account('local')} label={words.upload}>
          <Upload aria-hidden="true" size={18} strokeWidth={1.6} />
        </OwnerLink>
      </div>
    </>
  )
}

type OwnerLinkProps = { to: string; label: string; children: ReactNode }

const OwnerLink = ({ to, label, children }: OwnerLinkProps) => (
  <Link className={listTool} to={to} title={label}>
    {children}
    <span className={controls.label}>{label}</span>
  </Link>
)

function useShowPhotostream() {
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  const query = usePhotostreamQuery()
  /** The switch's new state while its photos are loading. */
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
      // Loaded before navigating, so that a failure changes nothing.
      await loadPages(homeSource(new URLSearchParams(other)), 0, 1)
      // Without `offset`, which refers to the previous list.
      await navigate(paths.home(other), { replace: true, preventScrollReset: true })
    } catch (error) {
      notify(errorText(error), { durationMs: failureMs })
    } finally {
      // Only after React has rendered the new address, or the switch would flip back.
      startTransition(() => setTarget(undefined))
    }
  }
  // The switch flips at once; the photos follow.
  return { isOn: target ?? isOn, isBusy: target !== undefined, toggle: () => void toggle() }
}
