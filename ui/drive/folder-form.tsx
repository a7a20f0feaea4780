import { useAtom } from 'jotai'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { DriveFolder, DriveFolderChoice } from '../../src/contract/drive.ts'
import { limits } from '../../src/contract/vocabulary.ts'
import { ApiError, api, codeAndMessage, errorText, unwrap } from '../api.ts'
import { Button } from '../components/Button.tsx'
import { TextField } from '../components/TextField.tsx'
import { attemptNotice } from '../state/notices.ts'
import { userAtom } from '../state/viewer.ts'
import { clearFolderContents, countPhotos } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.folder
const notice = attemptNotice()

/** Sets the folder to import from by name; an ambiguous name offers the matching folders. */
export function FolderForm() {
  const [user, setUser] = useAtom(userAtom)
  const [name, setName] = useState(user.driveFolderName ?? '')
  const [several, setSeveral] = useState<Several>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  const change = (text: string) => {
    setName(text)
    setSeveral(undefined)
    setProblem(undefined)
  }

  const choose = async (choice: DriveFolderChoice) => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    notice.dismiss()
    try {
      const saved = await unwrap(api.user.gdrive.$put({ json: choice }))
      if (saved.driveFolderId !== user.driveFolderId) clearFolderContents()
      // The same folder is counted again: counting may have failed before.
      else void countPhotos()
      setUser(saved)
      setName(saved.driveFolderName ?? '')
      setSeveral(undefined)
    } catch (error) {
      const folders = foldersOf(error)
      if (folders) setSeveral({ name: choice.driveFolderName, folders })
      else {
        setSeveral(undefined)
        setProblem(errorText(error))
        notice.show(labels.failed(codeAndMessage(error)))
        field.current?.focus()
      }
    } finally {
      setBusy(false)
    }
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    notice.dismiss()
    const driveFolderName = name.trim()
    if (driveFolderName !== '') void choose({ driveFolderName })
    else {
      setProblem(labels.missing)
      field.current?.focus()
    }
  }

  return (
    <form className={styles.folder} noValidate onSubmit={submit}>
      <TextField
        ref={field}
        label={labels.label}
        hint={labels.hint}
        error={problem}
        name="driveFolderName"
        autoComplete="off"
        maxLength={limits.driveFolderName}
        value={name}
        onChange={({ target }) => change(target.value)}
      />
      <div className={styles.folderButton}>
        <Button type="submit" isBusy={isBusy}>
          {labels.set}
        </Button>
      </div>
      {several && (
        <FolderChoice
          {...several}
          onChoose={({ id }) => void choose({ driveFolderName: several.name, driveFolderId: id })}
        />
      )}
    </form>
  )
}

type Several = { readonly name: string; readonly folders: readonly DriveFolder[] }

/** The folders to choose from, if the name is ambiguous. */
function foldersOf(error: unknown): readonly DriveFolder[] | undefined {
  const folders = error instanceof ApiError ? error.refusal?.details?.folders : undefined
  return folders as readonly DriveFolder[] | undefined
}

type FolderChoiceProps = {
  name: string
  folders: readonly DriveFolder[]
  onChoose: (folder: DriveFolder) => void
}

/** Folders of the same name, with path, photo count and date. */
function FolderChoice({ name, folders, onChoose }: FolderChoiceProps) {
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => list.current?.querySelector('button')?.focus(), [])

  return (
    <section className={styles.folders} aria-labelledby="drive-folders">
      <p className={styles.text} id="drive-folders" role="status">
        {texts.folder.several(name)}
      </p>
      <ul className={styles.choices} ref={list}>
        {folders.map((folder) => (
          <li key={folder.id}>
            <Button aria-describedby={`folder-${folder.id}`} onClick={() => onChoose(folder)}>
              {folder.path}
            </Button>
            <p className={styles.text} id={`folder-${folder.id}`}>
              {texts.folder.about(folder.photos ?? 0, folder.createdTime)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
