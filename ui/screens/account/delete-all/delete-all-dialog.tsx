import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { forgetCollections } from '../../../catalogue/list/store.ts'
import { setPhotostreamTotal } from '../../../catalogue/photostream-total.ts'
import { ApiError, api, codeAndMessage, ignoreApiError, unwrap } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import * as dialog from '../../../kit/components/Dialog.css.ts'
import { TextField } from '../../../kit/components/TextField.tsx'
import { problemText } from '../../../kit/components/text.css.ts'
import { useLayer } from '../../../kit/navigation/layers.ts'
import { notify } from '../../../kit/state/notices.ts'
import { refreshViewer } from '../session.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type DeleteAllDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Gets the focus afterwards. */
  opener: RefObject<HTMLElement | null>
  onDeleted?: (() => void) | undefined
}

/** Asks for the number of photos before deleting them all; cannot be closed meanwhile. */
export function DeleteAllDialog(props: DeleteAllDialogProps) {
  const { isOpen, onOpenChange, opener, onDeleted } = props
  const [isBusy, setBusy] = useState(false)
  const change = (open: boolean) => !isBusy && onOpenChange(open)
  useLayer(isOpen, () => change(false))
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} />
        <AlertDialog.Popup className={dialog.popup} finalFocus={opener}>
          <AlertDialog.Title className={dialog.title}>{texts.title}</AlertDialog.Title>
          <Question
            isBusy={isBusy}
            setBusy={setBusy}
            onDone={() => {
              onOpenChange(false)
              onDeleted?.()
            }}
          />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** The current number of photos, if the server refused because it has changed. */
function totalOf(error: unknown): number | undefined {
  const refusal = error instanceof ApiError ? error.refusal : undefined
  return refusal?.code === 409 ? (refusal.details?.total as number) : undefined
}

type QuestionProps = { isBusy: boolean; setBusy: (isBusy: boolean) => void; onDone: () => void }

function Question({ isBusy, setBusy, onDone }: QuestionProps) {
  const field = useRef<HTMLInputElement>(null)
  const { count, setCount, failure, setFailure } = usePhotoCount()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const hasPhotos = count !== undefined && count > 0
  useEffect(() => {
    if (hasPhotos) field.current?.focus()
  }, [hasPhotos])

  const removeAll = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || !count) return
    if (typed.replace(/[\s.,]/g, '') !== String(count)) {
      setWrong(true)
      field.current?.focus()
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      const deleted = await deleteAllPhotos(count)
      setBusy(false)
      onDone()
      notify(texts.done(deleted))
    } catch (error) {
      setBusy(false)
      const now = totalOf(error)
      if (now === undefined) {
        setFailure(texts.failed(codeAndMessage(error)))
        return
      }
      setCount(now)
      setTyped('')
      setFailure(texts.changed(count, now))
      field.current?.focus()
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void removeAll(event)}>
      <AlertDialog.Description className={dialog.description}>
        {count === undefined && !failure && texts.counting}
        {count === 0 && texts.none}
        {hasPhotos && texts.warning(count)}
      </AlertDialog.Description>
      {hasPhotos && (
        <TextField
          ref={field}
          label={texts.field}
          hint={texts.fieldHint(count)}
          error={isWrong ? texts.wrong(count) : undefined}
          name="count"
          inputMode="numeric"
          autoComplete="off"
          readOnly={isBusy}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setWrong(false)
          }}
        />
      )}
      {isBusy && (
        <p className={styles.progress} role="status">
          {texts.running}
          <span className={styles.line} aria-hidden="true" />
        </p>
      )}
      {failure && (
        <p className={problemText} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.actions}>
        <AlertDialog.Close
          render={<Button isDisabled={isBusy}>{hasPhotos ? texts.cancel : texts.close}</Button>}
        />
        {hasPhotos && (
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {texts.submit(count)}
          </Button>
        )}
      </div>
    </form>
  )
}

/** How many photos there are, and why that is unknown or they could not be deleted. */
function usePhotoCount() {
  const [count, setCount] = useState<number>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    countPhotos().then(
      (total) => isCurrent && setCount(total),
      (error: unknown) => isCurrent && setFailure(texts.failed(codeAndMessage(error))),
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return { count, setCount, failure, setFailure }
}

/** @throws ApiError */
async function countPhotos(): Promise<number> {
  return (await unwrap(api.photos.$get({ query: { limit: '1' } }))).total
}

/**
 * Deletes every photo with its files. @returns how many there were.
 * @throws ApiError 409 with the current `total` if it is no longer `count`.
 */
async function deleteAllPhotos(count: number): Promise<number> {
  const { length } = await unwrap(api.photo.$delete({ json: { removeFiles: true, count } }))
  forgetCollections()
  setPhotostreamTotal(0)
  // The profile picture may have been one of them.
  await refreshViewer().catch(ignoreApiError)
  return length
}
