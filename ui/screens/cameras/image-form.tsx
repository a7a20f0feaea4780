import { type RefObject, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Camera } from '../../../src/contract/cameras/cameras.ts'
import { limits } from '../../../src/contract/limits.ts'
import { api, codeAndMessage, unwrap } from '../../kit/api.ts'
import { asTyped } from '../../kit/components/as-typed.ts'
import { Button } from '../../kit/components/Button.tsx'
import { UnsavedDialog } from '../../kit/components/ConfirmDialog.tsx'
import { TextField } from '../../kit/components/TextField.tsx'
import { useAction } from '../../kit/components/use-action.ts'
import { useUnsaved } from '../../kit/components/use-unsaved.ts'
import * as styles from './editing.css.ts'
import { texts } from './texts.ts'

const words = texts.image

/** Sets the camera's picture from a file or from a web address. */
export function ImageForm({ camera, onDone }: { camera: Camera; onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [url, setUrl] = useState('')
  const { isBusy, problem, setProblem, run } = useAction({ textOf: codeAndMessage })
  const { revalidate } = useRevalidator()
  const isNeither = problem === words.neither
  const unsaved = useUnsaved(file !== undefined || url.trim() !== '', onDone)
  const headingId = useId()

  useEffect(() => input.current?.focus(), [])

  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setProblem(undefined)
    // Otherwise the same file could not be chosen again.
    if (!chosen && input.current) input.current.value = ''
  }

  const setPicture = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const address = url.trim()
    if (!file && !address) {
      setProblem(words.neither)
      return
    }
    await run(async () => {
      await (file ? uploadPicture(camera.id, file) : downloadPicture(camera.id, address))
      await revalidate()
      onDone()
    })
  }

  return (
    <>
      <form
        className={styles.imageForm}
        aria-labelledby={headingId}
        noValidate
        onSubmit={(event) => void setPicture(event)}
      >
        <h2 className="visually-hidden" id={headingId}>
          {words.heading}
        </h2>
        <FileChoice input={input} file={file} onChoose={choose} />
        <TextField
          label={words.address}
          hint={file && url ? words.addressUnused : words.addressHint}
          error={isNeither ? problem : undefined}
          isAlert
          name="url"
          inputMode="url"
          {...asTyped}
          maxLength={limits.pictureAddress}
          value={url}
          onChange={({ target }) => {
            setUrl(target.value)
            setProblem(undefined)
          }}
        />
        <div className={styles.imageFoot}>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {words.submit}
          </Button>
          {!isBusy && <Button onClick={unsaved.close}>{texts.edit.cancel}</Button>}
          {isBusy && (
            <p className={styles.progress} role="status">
              {file ? words.uploading : words.downloading}
              <span className={styles.line} aria-hidden="true" />
            </p>
          )}
          {problem && !isNeither && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
        </div>
      </form>
      <UnsavedDialog {...unsaved.question} />
    </>
  )
}

type FileChoiceProps = {
  input: RefObject<HTMLInputElement | null>
  file: File | undefined
  onChoose: (file: File | undefined) => void
}

function FileChoice({ input, file, onChoose }: FileChoiceProps) {
  const noteId = useId()
  return (
    <div className={styles.file}>
      <label className={styles.choose}>
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          accept="image/jpeg,image/png"
          aria-label={words.file}
          aria-describedby={noteId}
          onChange={({ target }) => onChoose(target.files?.[0])}
        />
        {words.choose}
      </label>
      <p className={styles.chosen} id={noteId}>
        {file?.name ?? words.none}
      </p>
      {file && <Button onClick={() => onChoose(undefined)}>{words.clear}</Button>}
    </div>
  )
}

/** @throws ApiError */
function uploadPicture(cameraId: string, file: File): Promise<Camera> {
  const body = new FormData()
  body.append('cameraImage', file)
  return unwrap(api.cameras[':id'].image.upload.$put(paramOf(cameraId), { init: { body } }))
}

/** Has the server download the picture, which may take ten seconds. @throws ApiError */
function downloadPicture(cameraId: string, url: string): Promise<Camera> {
  return unwrap(api.cameras[':id'].image.$put({ ...paramOf(cameraId), json: { url } }))
}

/** The client does not encode parameters in addresses. */
const paramOf = (cameraId: string) => ({ param: { id: encodeURIComponent(cameraId) } })
