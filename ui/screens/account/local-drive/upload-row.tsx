import { useAtomValue } from 'jotai'
import { Check, RotateCw, X } from 'lucide-react'
import { memo, useRef } from 'react'
import { Match } from '../../../features/versions/match.tsx'
import { Link } from '../../../kit/components/Link.tsx'
import { ProgressBar } from '../../../kit/components/ProgressBar.tsx'
import { useFocusWhenGone } from '../../../kit/components/use-focus.ts'
import { paths } from '../../../kit/paths.ts'
import { texts } from '../texts.ts'
import { noteOutcome } from './decided-uploads.ts'
import { cancel, retry } from './state.ts'
import * as styles from './styles.css.ts'
import {
  isInGallery,
  isOpen,
  isRetryable,
  type Placement,
  type Upload,
  type UploadState,
} from './upload.ts'
import { UploadThumb } from './upload-thumb.tsx'

export const UploadRow = memo(function UploadRow({ upload }: { upload: Upload }) {
  const state = useAtomValue(upload.state)
  const placement = useAtomValue(upload.placement)
  const { name } = upload.file
  const link = useRef<HTMLAnchorElement>(null)
  useFocusWhenGone(state.stage === 'matched', link)
  const photoId = 'photoId' in state ? state.photoId : undefined
  return (
    <li className={styles.row}>
      <UploadThumb file={upload.file} state={state} />
      <div className={isSending(state) ? styles.text : styles.wideText}>
        {photoId ? (
          <Link ref={link} className={styles.nameLink} to={paths.photo(photoId)} title={name}>
            {name}
          </Link>
        ) : (
          <span className={styles.name} title={name}>
            {name}
          </span>
        )}
        <p className={state.stage === 'failed' ? styles.failure : styles.state}>
          {[statusOf(state, upload.file), placementText(upload, placement)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {isSending(state) && (
        <ProgressBar
          label={name}
          percent={percentOf(state, upload.file)}
          className={styles.rowBar}
        />
      )}
      <RowAction upload={upload} state={state} placement={placement} />
      {state.stage === 'matched' && <Match pending={state.pending} onOutcome={noteOutcome} />}
    </li>
  )
})

type RowActionProps = { upload: Upload; state: UploadState; placement: Placement }

function RowAction({ upload, state, placement }: RowActionProps) {
  const { name } = upload.file
  if (isOpen(state)) {
    return (
      <button
        type="button"
        className={styles.iconButton}
        aria-label={texts.uploads.cancel(name)}
        onClick={() => cancel(upload)}
      >
        <X aria-hidden="true" size={20} strokeWidth={1.6} />
      </button>
    )
  }
  if (isRetryable(state, placement)) {
    return (
      <button
        type="button"
        className={styles.iconButton}
        aria-label={texts.uploads.retry(name)}
        onClick={() => retry(upload)}
      >
        <RotateCw aria-hidden="true" size={20} strokeWidth={1.6} />
      </button>
    )
  }
  if (!isInGallery(state)) return null
  return (
    <span className={styles.mark}>
      <Check aria-hidden="true" size={20} strokeWidth={1.6} />
    </span>
  )
}

const isSending = ({ stage }: UploadState) => stage === 'sending' || stage === 'processing'

function percentOf(state: UploadState, { size }: File): number {
  if (state.stage !== 'sending' || size === 0) return 100
  return Math.floor((state.sent / size) * 100)
}

function statusOf(state: UploadState, file: File): string {
  const { stages, problem } = texts.uploads
  switch (state.stage) {
    case 'waiting':
    case 'processing':
    case 'cancelled':
    case 'matched':
    case 'discarded':
    case 'gone':
      return stages[state.stage]
    case 'sending':
      return stages.sending(percentOf(state, file))
    case 'duplicate':
      return `${stages.duplicate} · ${problem(state.error)}`
    case 'failed': {
      const stage = state.isUnreachable ? stages.unreachable : stages.failed
      return `${stage} · ${problem(state.error)}`
    }
    case 'replaced':
      return replacedStatusOf(state)
    case 'done':
      return doneStatusOf(state)
  }
}

type StateOf<Stage extends UploadState['stage']> = Extract<UploadState, { stage: Stage }>

function replacedStatusOf({ isUndone, hasLostCrop, warning }: StateOf<'replaced'>): string {
  const { stages } = texts.uploads
  if (isUndone) return stages.undone
  const stage = hasLostCrop ? stages.replacedCropLost : stages.replaced
  return withWarning(stage, warning)
}

function doneStatusOf(state: StateOf<'done'>): string {
  const { stages, source, problem } = texts.uploads
  const { photostream, warning } = state
  if (state.isRestored) return stages.restored
  if (state.wasInTrash) return stages.fromTrash
  if (typeof photostream === 'object') {
    return withWarning(`${stages.unlisted} · ${problem(photostream.error)}`, warning)
  }
  if (state.isOfItsOwn && !photostream) return withWarning(stages.ofItsOwn, warning)
  const stage = photostream ? stages.listed : stages.done
  return withWarning(`${stage} · ${source(state.source)}`, warning)
}

/** What became of adding the photo to the albums chosen for it. */
function placementText({ albums }: Upload, placement: Placement): string | undefined {
  const names = albums.map(({ name }) => name).join(', ')
  if (placement === 'added') return texts.uploads.inAlbums(names)
  if (typeof placement !== 'object') return undefined
  return `${texts.uploads.notInAlbums(names)} · ${texts.uploads.problem(placement.error)}`
}

const withWarning = (status: string, warning: StateOf<'done'>['warning']): string =>
  warning ? `${status} · ${texts.uploads.warning(warning)}` : status
