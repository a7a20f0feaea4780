import { useRef } from 'react'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { Button } from '../../kit/components/Button.tsx'
import type { FormDialogState } from '../../kit/components/FormDialog.tsx'
import { useAction } from '../../kit/components/use-action.ts'
import { noticeReplaced } from './replaced-notice.ts'
import { uploadVersion } from './show-version.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.versions

/** Uploads a file as this photo's new version, without comparing them. */
export function UploadVersion({ photo, dialog }: { photo: Photo; dialog: FormDialogState }) {
  const input = useRef<HTMLInputElement>(null)
  const { isBusy, problem, run } = useAction({ within: labels.uploadFailed, busy: dialog })
  const upload = (file: File) =>
    run(async () => {
      const replacement = await uploadVersion(photo.id, file)
      dialog.leave()
      noticeReplaced([replacement])
    })
  return (
    <>
      <div className={styles.actions}>
        <input
          ref={input}
          type="file"
          accept="image/jpeg"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // The same file can be chosen again.
            target.value = ''
            if (file) void upload(file)
          }}
        />
        <Button isBusy={isBusy} onClick={() => input.current?.click()}>
          {labels.upload}
        </Button>
      </div>
      {problem && (
        <p className={styles.failure} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
