import { useCallback, useState } from 'react'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import type { PhotoVersion } from '../../../src/contract/photos/versions.ts'
import { sizeText } from '../../../src/contract/text/size-text.ts'
import { Button } from '../../kit/components/Button.tsx'
import type { FormDialogState } from '../../kit/components/FormDialog.tsx'
import { FormDialog } from '../../kit/components/FormDialog.tsx'
import { useAction } from '../../kit/components/use-action.ts'
import { useResource } from '../../kit/resource.ts'
import { moment } from '../../kit/times.ts'
import { noticeWithUndo } from './replaced-notice.ts'
import { listVersions, showVersion } from './show-version.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { UploadVersion } from './upload-version.tsx'

const labels = texts.versions

type VersionsDialogProps = {
  photo: Photo
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The files that a photo has had, and a way to return to one. */
export default function VersionsDialog({ photo, isOpen, onOpenChange }: VersionsDialogProps) {
  return (
    <FormDialog
      title={labels.title}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      initialFocus="itself"
      className={styles.dialog}
    >
      {(dialog) => <Versions photo={photo} dialog={dialog} />}
    </FormDialog>
  )
}

type VersionsProps = { photo: Photo; dialog: FormDialogState }

/** Mounted when the dialog opens, so that each opening loads the list. */
function Versions({ photo, dialog }: VersionsProps) {
  const { data: versions, ...list } = useVersions(photo.id)
  const action = useAction({ within: labels.useFailed, busy: dialog })
  const problem = action.problem ?? list.problem
  const [used, setUsed] = useState<string>()

  const use = ({ id, addedAt }: PhotoVersion) => {
    setUsed(id)
    return action.run(async () => {
      const replacement = await showVersion(photo.id, id)
      dialog.leave()
      const text = labels.used(moment(addedAt))
      const crop = replacement.hasLostCrop ? ` ${labels.lostCrop}` : ''
      noticeWithUndo(text + crop, [replacement])
    })
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
                  isBusy={dialog.isBusy && used === version.id}
                  isDisabled={dialog.isBusy}
                  onClick={() => void use(version)}
                >
                  {labels.use}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {versions && <UploadVersion photo={photo} dialog={dialog} />}
    </>
  )
}

function useVersions(photoId: string) {
  const load = useCallback(() => listVersions(photoId), [photoId])
  return useResource(load, { within: labels.failed })
}
