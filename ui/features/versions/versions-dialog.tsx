import { useCallback, useState } from 'react'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import type { PhotoVersion } from '../../../src/contract/photos/versions.ts'
import { sizeText } from '../../../src/contract/text/size-text.ts'
import { errorText } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import { Dialog } from '../../kit/components/Dialog.tsx'
import { useResource } from '../../kit/resource.ts'
import { moment } from '../../kit/times.ts'
import { noticeWithUndo } from './replaced-notice.ts'
import { listVersions, showVersion } from './show-version.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.versions

type VersionsDialogProps = {
  photo: Photo
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The files that a photo has had, and a way to return to one. */
export default function VersionsDialog({ photo, isOpen, onOpenChange }: VersionsDialogProps) {
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      title={labels.title}
      isOpen={isOpen}
      isBusy={isBusy}
      onOpenChange={onOpenChange}
      initialFocus="itself"
      className={styles.dialog}
    >
      <Versions
        photo={photo}
        isBusy={isBusy}
        setBusy={setBusy}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

type VersionsProps = {
  photo: Photo
  isBusy: boolean
  setBusy: (isBusy: boolean) => void
  onDone: () => void
}

/** Mounted when the dialog opens, so that each opening loads the list. */
function Versions({ photo, isBusy, setBusy, onDone }: VersionsProps) {
  const { data: versions, ...list } = useVersions(photo.id)
  const [failure, setFailure] = useState<string>()
  const problem = failure ?? list.problem
  const [used, setUsed] = useState<string>()

  const use = async ({ id, addedAt }: PhotoVersion) => {
    setUsed(id)
    setBusy(true)
    setFailure(undefined)
    try {
      const replacement = await showVersion(photo.id, id)
      setBusy(false)
      onDone()
      const text = labels.used(moment(addedAt))
      const crop = replacement.hasLostCrop ? ` ${labels.lostCrop}` : ''
      noticeWithUndo(text + crop, [replacement])
    } catch (error) {
      setBusy(false)
      setFailure(errorText(error, labels.useFailed))
    }
  }

  return (
    <>
      {!versions && !problem && <p className={styles.waiting}>{labels.loading}</p>}
      {versions && <p className={styles.text}>{versions.length > 1 ? labels.lead : labels.only}</p>}
      {problem && (
        <p className={styles.failure} role="alert">
          {problem}
        </p>
      )}
      {problem && !versions && (
        <div className={styles.actions}>
          <Button onClick={() => void list.retry()}>{texts.tryAgain}</Button>
        </div>
      )}
      {versions && (
        <ol className={styles.rows} aria-label={labels.list}>
          {versions.map((version) => (
            <li key={version.id} className={styles.version}>
              <div className={styles.about}>
                <p>{moment(version.addedAt)}</p>
                <p className={styles.text}>
                  <span dir="auto">{version.fileName}</span>, {sizeText(version.bytes)}
                </p>
                {version.rule && <p className={styles.text}>{labels.rule[version.rule]}</p>}
              </div>
              {version.isCurrent ? (
                <p className={styles.strong}>{labels.shown}</p>
              ) : (
                <Button
                  aria-label={labels.ofMoment(moment(version.addedAt))}
                  isBusy={isBusy && used === version.id}
                  isDisabled={isBusy}
                  onClick={() => void use(version)}
                >
                  {labels.use}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function useVersions(photoId: string) {
  const load = useCallback(() => listVersions(photoId), [photoId])
  return useResource(load, { within: labels.failed })
}
