import { useAtomValue } from 'jotai'
import { Keyboard, Maximize } from 'lucide-react'
import { type ReactNode, type Ref, type RefObject, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { photoTitle } from '../../../src/contract/photos/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import {
  gridPath,
  leaveToGrid,
  photoPath,
  useAlbumId,
  useListAddress,
} from '../../catalogue/list/address.ts'
import { letterKeysAtom, useKeys, useReactionKeys } from '../../catalogue/viewer/keys.ts'
import { type Paging, useDeparture } from '../../catalogue/viewer/paging.ts'
import { Stage } from '../../catalogue/viewer/stage.tsx'
import { fullscreen as fullscreenCorner } from '../../catalogue/viewer/styles.css.ts'
import { texts } from '../../catalogue/viewer/texts.ts'
import { useFullscreen } from '../../catalogue/viewer/use-fullscreen.ts'
import { reactions as reactionsRoom } from '../../features/comments/photo-reactions.css.ts'
import { SlideshowButton } from '../../features/slideshow/slideshow-button.tsx'
import { AfterHydration } from '../../kit/components/AfterHydration.tsx'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { useDialog } from '../../kit/components/use-dialog.ts'
import { PageTitle } from '../../kit/layout/page-title.tsx'
import { showLoadFailure } from '../../kit/load-failures.ts'
import { PhotoInfo } from './photo-info.tsx'
import * as styles from './photo-page.css.ts'
import { GridLink, StepLink } from './step-links.tsx'

const OwnerTools = lazyWithRetry(async () => (await import('./owner-tools.tsx')).OwnerTools, {
  part: 'your tools for this photo',
})
const DeleteDialog = lazyWithRetry(
  async () => (await import('../../features/trash/delete-dialog.tsx')).DeleteDialog,
  { part: 'the dialog' },
)
const EditDialog = lazyWithRetry(
  async () => (await import('../../features/edit/edit-dialog.tsx')).EditDialog,
  {
    part: 'the form',
  },
)
const CropDialog = lazyWithRetry(
  async () => (await import('../../features/crop/crop-dialog.tsx')).CropDialog,
  {
    part: 'the crop tools',
  },
)
const SharePhoto = lazyWithRetry(
  async () => (await import('../../features/sharing/share-photo.tsx')).SharePhoto,
  { part: 'the links to this photo' },
)
const KeyList = lazyWithRetry(async () => (await import('./key-list.tsx')).KeyList, {
  part: 'the list of keys',
})
const PhotoReactions = lazyWithRetry(
  async () => (await import('../../features/comments/photo-reactions.tsx')).PhotoReactions,
  { part: 'the likes and comments', isInPlace: true },
)

type PhotoPageProps = {
  photo: Photo
  paging: Paging
  isOwner: boolean
  /** The album that the photo is shown in, if its name is known. */
  albumName: string | undefined
}

/** The photo, the links to its neighbours, its texts and camera data, and its reactions. */
export function PhotoPage({ photo, paging, isOwner, albumName }: PhotoPageProps) {
  const { position, total, previous, next, step } = paging
  const navigate = useNavigate()
  const info = useRef<HTMLElement>(null)
  const fullscreenButton = useRef<HTMLButtonElement>(null)
  const slideshowButton = useRef<HTMLButtonElement>(null)
  const openFullscreen = useFullscreen(paging, fullscreenButton, useAtomValue(letterKeysAtom))
  const dialogs = usePhotoDialogs()
  const { keyList, edit, crop, deletion } = dialogs
  const { leaveDeleted, leaveAlbum } = useDeparture(paging)
  const reactions = useReactionKeys(photo.id)

  const goToPrevious = () => step(-1)
  const goToNext = () => step(1)
  const open = () => openFullscreen()
  const list = useListAddress()
  const leaveToPhoto = () => leaveToGrid(navigate, list, position, paging.gridPath)

  useKeys({
    ArrowLeft: goToPrevious,
    ArrowRight: goToNext,
    Escape: leaveToPhoto,
    f: open,
    s: () => slideshowButton.current?.click(),
    i: () => toggleInfo(info.current),
    '+': () => openFullscreen({ isZoomed: true }),
    '=': () => openFullscreen({ isZoomed: true }),
    '?': keyList.open,
    ...reactions.keys,
    ...(isOwner && ownerKeys(photo, dialogs)),
  })

  return (
    <article className={styles.page}>
      <PageTitle>{photoTitle(photo)}</PageTitle>
      <Stage
        photo={photo}
        previous={previous}
        next={next}
        onPrevious={goToPrevious}
        onNext={goToNext}
        onOpen={open}
      >
        <FullscreenButton ref={fullscreenButton} onClick={open} />
      </Stage>
      <PhotoNav
        photo={photo}
        paging={paging}
        isOwner={isOwner}
        albumName={albumName}
        onPrevious={goToPrevious}
        onNext={goToNext}
      >
        <PhotoTools
          photo={photo}
          isOwner={isOwner}
          hasSlideshow={total > 1}
          slideshowButton={slideshowButton}
          edit={edit.open}
          crop={crop.open}
          remove={deletion.open}
          showKeys={keyList.open}
        />
      </PhotoNav>
      <PhotoInfo photo={photo} ref={info}>
        <AfterHydration fallback={<div className={reactionsRoom} data-waiting />}>
          <PhotoReactions photo={photo} ref={reactions.attach} />
        </AfterHydration>
      </PhotoInfo>
      {keyList.isMounted && <KeyList isOwner={isOwner} {...keyList.dialogProps} />}
      {edit.isMounted && (
        <EditDialog photo={photo} paging={paging} onLeftAlbum={leaveAlbum} {...edit.dialogProps} />
      )}
      {crop.isMounted && <CropDialog photo={photo} {...crop.dialogProps} />}
      {deletion.isMounted && (
        <DeleteDialog
          photo={photo}
          onDeleted={() => leaveDeleted(photo.id)}
          {...deletion.dialogProps}
        />
      )}
    </article>
  )
}

type PhotoDialogs = ReturnType<typeof usePhotoDialogs>

function usePhotoDialogs() {
  const keyList = useDialog(KeyList)
  const edit = useDialog(EditDialog)
  const crop = useDialog(CropDialog)
  const deletion = useDialog(DeleteDialog)
  return { keyList, edit, crop, deletion }
}

const ownerKeys = (photo: Photo, { edit, crop, deletion }: PhotoDialogs) => ({
  e: edit.open,
  r: crop.open,
  p: () => void togglePublic(photo),
  Delete: deletion.open,
})

type FullscreenButtonProps = { ref: Ref<HTMLButtonElement>; onClick: () => void }

function FullscreenButton({ ref, onClick }: FullscreenButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={fullscreenCorner}
      aria-label={texts.fullscreen}
      title={texts.fullscreen}
      onClick={onClick}
    >
      <Maximize aria-hidden="true" size={20} strokeWidth={1.6} />
    </button>
  )
}

type PhotoNavProps = PhotoPageProps & {
  onPrevious: () => void
  onNext: () => void
  children: ReactNode
}

/** The links to the photo's neighbours and its grid, and the buttons beside them. */
function PhotoNav(props: PhotoNavProps) {
  const { photo, paging, isOwner, albumName, onPrevious, onNext, children } = props
  const { position, total, previous, next } = paging
  const { search } = useLocation()
  const navigate = useNavigate()
  const list = useListAddress()
  // Without scripts, and for crawlers, the link leads to the start of the list.
  const gridStart = gridPath(list, 0, 1)
  const leaveToPhoto = () => leaveToGrid(navigate, list, position, paging.gridPath)
  return (
    <nav className={isOwner ? styles.links : styles.visitorLinks} aria-label={texts.photos}>
      <StepLink
        rel="prev"
        href={previous && photoPath(list, previous.id, search)}
        isEnd={position === 0}
        onStep={onPrevious}
      />
      <div className={styles.middle}>
        <GridLink
          to={gridStart}
          albumName={albumName}
          cameraName={photo.cameraName}
          onLeave={leaveToPhoto}
        />
        {total > 1 && <span className={styles.position}>{texts.position(position, total)}</span>}
      </div>
      <StepLink
        rel="next"
        href={next && photoPath(list, next.id, search)}
        isEnd={position + 1 >= total}
        onStep={onNext}
      />
      {children}
    </nav>
  )
}

type PhotoToolsProps = {
  photo: Photo
  isOwner: boolean
  hasSlideshow: boolean
  slideshowButton: RefObject<HTMLButtonElement | null>
  edit: () => void
  crop: () => void
  remove: () => void
  showKeys: () => void
}

/** The buttons beside the links to the neighbours. */
function PhotoTools(props: PhotoToolsProps) {
  const { photo, isOwner, hasSlideshow, slideshowButton, edit, crop, remove, showKeys } = props
  const { search } = useLocation()
  const albumId = useAlbumId()
  return (
    <div className={isOwner ? styles.ownerTools : styles.visitorTools}>
      {/* Rendered together, to avoid a layout shift. */}
      <AfterHydration>
        {isOwner && <OwnerTools photo={photo} onEdit={edit} onCrop={crop} onDelete={remove} />}
        {hasSlideshow && (
          <SlideshowButton
            ref={slideshowButton}
            className={styles.tool}
            labelClassName={styles.hiddenLabel}
            iconSize={20}
          />
        )}
        <SharePhoto
          shared={{ kind: 'photo', photo, albumId, code: codeIn(search) }}
          className={styles.tool}
        />
        <button
          type="button"
          className={styles.keysTool}
          aria-label={texts.keyList}
          title={texts.keyList}
          onClick={showKeys}
        >
          <Keyboard aria-hidden="true" size={20} strokeWidth={1.6} />
        </button>
      </AfterHydration>
    </div>
  )
}

const togglePublic = (photo: Photo): Promise<void> =>
  import('./owner-actions.ts').then(
    (owner) => owner.togglePublic(photo),
    (error) => showLoadFailure(error, 'your tools for this photo', () => void togglePublic(photo)),
  )

const codeIn = (search: string): string | undefined =>
  new URLSearchParams(search).get('code') ?? undefined

/** Moves the focus to the camera data or, from there, back to the photo. */
function toggleInfo(info: HTMLElement | null): void {
  if (!info) return
  if (document.activeElement === info) {
    info.blur()
    window.scrollTo({ top: 0, behavior: 'smooth' })
    return
  }
  info.focus({ preventScroll: true })
  info.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
}
