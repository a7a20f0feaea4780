import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { TrashedPhoto } from '../../../../src/contract/photos/trash.ts'
import { sizeText } from '../../../../src/contract/text/size-text.ts'
import { deleteForGood, emptyTrash, restorePhotos } from '../../../features/trash/restore.ts'
import * as styles from '../../../features/trash/styles.css.ts'
import { texts } from '../../../features/trash/texts.ts'
import { someOfTrash, useTrash } from '../../../features/trash/use-trash.ts'
import { loadPending } from '../../../features/versions/pending.ts'
import { LoadState, SettingsScreen } from '../../../kit/account/SettingsScreen.tsx'
import { errorText } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { ConfirmDialog } from '../../../kit/components/ConfirmDialog.tsx'
import { EmptyState } from '../../../kit/components/EmptyState.tsx'
import { useAction } from '../../../kit/components/use-action.ts'
import { paths } from '../../../kit/paths.ts'
import { notify } from '../../../kit/state/notices.ts'
import { refreshAttention } from '../attention.ts'
import { DeleteAll } from '../delete-all/delete-all.tsx'
import { texts as accountTexts } from '../texts.ts'
import { nameOf, TrashRow } from './trash-row.tsx'

const noticeMs = 8000

type Trash = ReturnType<typeof useTrash>
type Progress = { readonly done: number; readonly total: number }

const indexIn = (trash: Trash['trash'], { id }: TrashedPhoto): number | undefined =>
  trash?.photos.findIndex((each) => each.id === id)

/** The row that gets the focus once the list has changed. */
function useNextFocus(trash: Trash['trash']) {
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const next = useRef<number>(undefined)
  useEffect(() => {
    if (!trash || next.current === undefined) return
    const rows = list.current?.children ?? []
    const row = rows[Math.min(next.current, rows.length - 1)]
    next.current = undefined
    ;(row?.querySelector('button') ?? heading.current)?.focus()
  }, [trash])
  return { heading, list, next }
}

/** Restores one photo or all; `progress` is known while all are restored. */
function useRestoring({ trash, reload }: Trash, next: RefObject<number | undefined>) {
  const navigate = useNavigate()
  const [restored, setRestored] = useState<string>()
  const [progress, setProgress] = useState<Progress>()

  const restore = async (photo: TrashedPhoto) => {
    setRestored(photo.id)
    try {
      const count = await restorePhotos([photo.id])
      next.current = indexIn(trash, photo)
      const show = { label: texts.show, run: () => void navigate(paths.photo(photo.id)) }
      if (count === 0) notify(texts.gone, { durationMs: noticeMs })
      else notify(texts.restored(1), { durationMs: noticeMs, action: show })
      await reload()
      refreshAttention()
    } catch (error) {
      notify(errorText(error, texts.restoreFailed))
    } finally {
      setRestored(undefined)
    }
  }

  const restoreAll = async () => {
    let done = 0
    setProgress({ done, total: trash?.total ?? 0 })
    try {
      for (;;) {
        const { ids, total } = await someOfTrash()
        if (ids.length === 0) break
        setProgress({ done, total: done + total })
        const count = await restorePhotos(ids)
        if (count === 0) break
        done += count
      }
      notify(texts.restored(done), { durationMs: noticeMs })
    } catch (error) {
      notify(errorText(error, texts.restoreFailed))
    } finally {
      next.current = 0
      await reload()
      refreshAttention()
      setProgress(undefined)
    }
  }

  return { restored, progress, restore, restoreAll }
}

/** Deletes one photo or all for good, once the owner has confirmed it. */
function useDeletion({ trash, reload }: Trash, next: RefObject<number | undefined>) {
  const [toDelete, setToDelete] = useState<TrashedPhoto>()
  const [isAsking, setAsking] = useState<'one' | 'all'>()
  const { isBusy, problem, setProblem, run } = useAction({ within: texts.deleteFailed })

  const confirm = (work: () => Promise<unknown>, done: string, focused: number) =>
    run(async () => {
      await work()
      next.current = focused
      setAsking(undefined)
      notify(done, { durationMs: noticeMs })
      await reload()
      refreshAttention()
    })
  const ask = (what: 'one' | 'all') => {
    setProblem(undefined)
    setAsking(what)
  }
  return {
    toDelete,
    isAsking,
    isBusy,
    problem,
    askForOne: (photo: TrashedPhoto) => {
      setToDelete(photo)
      ask('one')
    },
    askForAll: () => ask('all'),
    cancel: () => setAsking(undefined),
    deleteOne: (photo: TrashedPhoto) =>
      confirm(() => deleteForGood([photo.id]), texts.deleted, indexIn(trash, photo) ?? 0),
    deleteAll: () => confirm(emptyTrash, texts.emptied, 0),
  }
}

/** Deleted photos, which can be restored or deleted for good. */
export default function TrashScreen() {
  const content = useTrash()
  const { trash, problem, retry, loadMore } = content
  const { heading, list, next } = useNextFocus(trash)
  const { restored, progress, restore, restoreAll } = useRestoring(content, next)
  const deletion = useDeletion(content, next)
  const isBusy = progress !== undefined
  return (
    <SettingsScreen title={accountTexts.settings.trash} lead={texts.lead} heading={heading}>
      <LoadState isLoaded={trash !== undefined} problem={problem} onRetry={retry} />
      {trash?.total === 0 && <EmptyState level={2} heading={texts.empty} text={texts.emptyText} />}
      {trash && trash.total > 0 && (
        <>
          <div className={styles.head}>
            <p className={styles.total} role={isBusy ? 'status' : undefined}>
              {progress
                ? texts.restoring(progress.done, progress.total)
                : texts.total(trash.total, sizeText(trash.bytes))}
            </p>
            <div className={styles.buttons}>
              <Button isBusy={isBusy} onClick={() => void restoreAll()}>
                {texts.restoreAll}
              </Button>
              <Button isDisabled={isBusy} onClick={deletion.askForAll}>
                {texts.emptyTrash}
              </Button>
            </div>
          </div>
          <ul className={styles.list} ref={list} aria-label={texts.list}>
            {trash.photos.map((photo) => (
              <TrashRow
                key={photo.id}
                photo={photo}
                isBusy={isBusy || restored === photo.id}
                onRestore={() => void restore(photo)}
                onDelete={() => deletion.askForOne(photo)}
              />
            ))}
          </ul>
          {trash.length < trash.total && (
            <div className={styles.more}>
              <Button onClick={() => void loadMore()}>{texts.showMore}</Button>
            </div>
          )}
        </>
      )}
      <DeletionQuestions deletion={deletion} total={trash?.total ?? 0} />
      {trash && (
        <DeleteAll
          onDeleted={() => {
            void content.reload()
            // No file can be a version of a deleted photo.
            void loadPending()
            refreshAttention()
          }}
        />
      )}
    </SettingsScreen>
  )
}

type DeletionQuestionsProps = { deletion: ReturnType<typeof useDeletion>; total: number }

function DeletionQuestions({ deletion, total }: DeletionQuestionsProps) {
  const { toDelete, isAsking, isBusy, problem, cancel } = deletion
  return (
    <>
      <ConfirmDialog
        title={texts.deleteTitle}
        text={toDelete ? texts.deleteText(nameOf(toDelete)) : ''}
        ok={texts.deleteNow}
        cancel={texts.cancel}
        isOpen={isAsking === 'one'}
        isBusy={isBusy}
        problem={problem}
        onOk={() => void deletion.deleteOne(toDelete!)}
        onCancel={cancel}
      />
      <ConfirmDialog
        title={texts.emptyTitle}
        text={texts.emptyQuestion(total)}
        ok={texts.emptyTrash}
        cancel={texts.cancel}
        isOpen={isAsking === 'all'}
        isBusy={isBusy}
        problem={problem}
        onOk={() => void deletion.deleteAll()}
        onCancel={cancel}
      />
    </>
  )
}
