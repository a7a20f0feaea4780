import { type RefObject, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { useAlbumId } from '../../catalogue/list/address.ts'
import type { Paging, Step } from '../../catalogue/viewer/paging.ts'
import type { FormDialogState } from '../../kit/components/FormDialog.tsx'
import { FormDialog, UnsavedCheck } from '../../kit/components/FormDialog.tsx'
import { type Problem, problemOf } from '../../kit/components/use-problem.ts'
import { notify } from '../../kit/state/notices.ts'
import { EditForm } from './edit-form.tsx'
import { Steps } from './steps.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { useFormKeys } from './use-form-keys.ts'
import { usePhotoDraft } from './use-photo-draft.ts'

type EditDialogProps = {
  photo: Photo
  /** The list that the photo is shown in. */
  paging: Paging
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Called when saving removed the photo from the album it is shown in; shows a neighbour. */
  onLeftAlbum: (photoId: string, albumId: string, by?: Step) => Promise<void>
}

const noticeMs = 6000

/** A panel beside the photo, or below it on a phone. */
export function EditDialog({ isOpen, onOpenChange, ...shown }: EditDialogProps) {
  const title = useRef<HTMLInputElement>(null)
  return (
    <FormDialog
      title={texts.title}
      className={styles.panel}
      hasBackdrop={false}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      // Opened by touch, the on-screen keyboard would cover half of the dialog at once.
      initialFocus={(openedBy) => (openedBy === 'touch' ? true : title.current)}
      // A press outside the list of albums closes only the list.
      staysOnOutsideClick
      isCloseFirst
    >
      {(dialog) => <Draft {...shown} dialog={dialog} title={title} />}
    </FormDialog>
  )
}

type DraftProps = Pick<EditDialogProps, 'photo' | 'paging' | 'onLeftAlbum'> & {
  dialog: FormDialogState
  title: RefObject<HTMLInputElement | null>
}

/** Mounted when the dialog opens, so that each opening starts afresh. */
function Draft({ photo, paging, dialog, onLeftAlbum, title }: DraftProps) {
  const albumId = useAlbumId()
  const form = useRef<HTMLFormElement>(null)
  const draft = usePhotoDraft(photo, dialog)
  usePhotoBeside(dialog.isOpen)

  /** The album that is shown, if the photo is no longer in it. */
  const leftAlbum = (albums: ReadonlySet<string> | undefined) =>
    albumId && albums && !albums.has(albumId) ? albumId : undefined

  const leaveAlbum = (id: string, by?: Step) => {
    const album = draft.albums.data?.all.find((each) => each.id === id)
    if (album) notify(texts.leftAlbum(album.name), { durationMs: noticeMs })
    return onLeftAlbum(photo.id, id, by)
  }

  const showProblem = (problem: Problem) => {
    const named = form.current?.elements.namedItem(problem.field?.split('.')[0] ?? '')
    if (named instanceof HTMLElement) named.focus()
  }

  const save = async () => {
    const { problem, albums } = await draft.save()
    if (problem) {
      showProblem(problem)
      return
    }
    // Synchronously, so that leaving does not ask about unsaved changes.
    flushSync(dialog.leave)
    const left = leftAlbum(albums)
    if (left) await leaveAlbum(left)
  }

  /** Saves what has changed, and shows the next or the previous photo in the same form. */
  const step = async (by: Step) => {
    const { problem, albums } = draft.isChanged ? await draft.save() : {}
    if (problem) {
      showProblem(problem)
      return
    }
    const left = leftAlbum(albums)
    if (left && paging.total <= 1) flushSync(dialog.leave)
    try {
      await (left ? leaveAlbum(left, by) : paging.move(by))
    } catch (error) {
      draft.refuse(problemOf(error))
    }
  }

  const isPossible = (by: Step) =>
    !dialog.isBusy && (by > 0 ? paging.position + 1 < paging.total : paging.position > 0)
  const stepIfPossible = (by: Step) => {
    if (isPossible(by)) void step(by)
  }
  useFormKeys(form, stepIfPossible)

  return (
    <>
      {paging.total > 1 && (
        <Steps paging={paging} isPossible={isPossible} onStep={stepIfPossible} />
      )}
      <EditForm
        draft={draft}
        form={form}
        firstField={title}
        dialog={dialog}
        onSave={() => void save()}
      />
      <UnsavedCheck dialog={dialog} isUnsaved={draft.isChanged} />
    </>
  )
}

/** Shows the photo in the space that the panel leaves; see styles.css.ts. */
function usePhotoBeside(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const { dataset } = document.documentElement
    dataset.editing = 'true'
    return () => {
      delete dataset.editing
    }
  }, [isOpen])
}
