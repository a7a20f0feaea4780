import { useAtomValue } from 'jotai'
import { type SubmitEvent, useRef, useState } from 'react'
import type { DriveFolderChoice } from '../../../../src/contract/imports/drive.ts'
import { limits } from '../../../../src/contract/limits.ts'
import { noticeLostConnection } from '../../../features/drive-import/state.ts'
import * as styles from '../../../features/drive-import/styles.css.ts'
import { texts } from '../../../features/drive-import/texts.ts'
import { codeAndMessage } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { TextField } from '../../../kit/components/TextField.tsx'
import { useDialog } from '../../../kit/components/use-dialog.ts'
import { userAtom } from '../../../kit/state/viewer.ts'
import { FolderChoice, type FoldersOfOneName, foldersOf } from './folder-choice.tsx'
import { useSetFolder } from './use-set-folder.tsx'

const FolderChooser = lazyWithRetry(
  async () => (await import('./import-folder-chooser.tsx')).default,
)
const labels = texts.folder

/** Sets the folder to import from, by name or by browsing; an ambiguous name offers a choice. */
export function FolderForm() {
  const { driveFolderName = '' } = useAtomValue(userAtom)
  const [name, setName] = useState(driveFolderName)
  const [several, setSeveral] = useState<FoldersOfOneName>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const chooser = useDialog(FolderChooser)
  const folder = useSetFolder()

  const change = (text: string) => {
    setName(text)
    setSeveral(undefined)
    setProblem(undefined)
  }

  const choose = async (choice: DriveFolderChoice) => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const chosen = await folder.set(choice)
      if (chosen !== undefined) change(chosen)
    } catch (error) {
      const folders = foldersOf(error, choice.driveFolderName)
      setSeveral(folders)
      if (!folders) {
        setProblem(labels.failed(codeAndMessage(error)))
        noticeLostConnection(error)
        field.current?.focus()
      }
    } finally {
      setBusy(false)
    }
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Names in Google Drive can begin or end with blanks.
    if (name.trim() !== '') void choose({ driveFolderName: name })
    else {
      setProblem(labels.missing)
      field.current?.focus()
    }
  }

  return (
    <form className={styles.folder} noValidate onSubmit={submit}>
      <div className={styles.folderField}>
        <TextField
          ref={field}
          label={labels.label}
          hint={labels.hint}
          error={problem}
          isAlert
          name="driveFolderName"
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.driveFolderName}
          value={name}
          onChange={({ target }) => change(target.value)}
        />
      </div>
      <div className={styles.folderButtons}>
        <Button type="submit" isBusy={isBusy}>
          {labels.set}
        </Button>
        <Button aria-haspopup="dialog" onClick={chooser.open}>
          {labels.browse}
        </Button>
      </div>
      {several && (
        <FolderChoice
          key={several.name}
          {...several}
          onChoose={({ id }) => void choose({ driveFolderName: several.name, driveFolderId: id })}
        />
      )}
      {chooser.isMounted && <FolderChooser {...chooser.dialogProps} onChosen={change} />}
      {folder.dialog}
    </form>
  )
}
