import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { TrashedPhoto } from '../../../../src/contract/photos/trash.ts'
import { sizeText } from '../../../../src/contract/text/size-text.ts'
import { deleteForGood, emptyTrash, restorePhotos } from '../../../features/trash/restore.ts'
import * as styles from '../../../features/trash/styles.css.ts'
import { texts } from '../../../features/trash/texts.ts'
import { someOfTrash, useTrash } from '../../../features/trash/use-trash.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { errorText } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { ConfirmDialog } from '../../../kit/components/ConfirmDialog.tsx'
import { EmptyState } from '../../../kit/components/EmptyState.tsx'
import { paths } from '../../../kit/paths.ts'
import { notify } from '../../../kit/state/notices.ts'
import { texts as accountTexts } from '../texts.ts'
import { nameOf, TrashRow } from './trash-row.tsx'

const noticeMs = 8000

/** Deleted photos, which can be restored or deleted for good. */
export default function TrashScreen() {
  const { trash, problem, load, loadMore, reload } = useTrash()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [busy, setBusy] = useState<string>()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [toDelete, setToDelete] = useState<TrashedPhoto>()
  const [isAsking, setAsking] = useState<'one' | 'all'>()
  const [failure, setFailure] = useState<string>()
  /** The row that gets the focus once the list has changed. */
  const next = useRef<number>(undefined)

  useEffect(() => {
    if (!trash || next.current === undefined) return
    const rows = list.current?.children ?? []
    const row = rows[Math.min(next.current, rows.length - 1)]
    next.current = undefined
    ;(row?.querySelector('button') ?? heading.current)?.focus()
  }, [trash])

  const indexOf = ({ id }: TrashedPhoto) => trash?.photos.findIndex((each) => each.id === id)

  const restore = async (photo: TrashedPhoto) => {
    setBusy(photo.id)
    try {
      const count = await restorePhotos([photo.id])
      next.current = indexOf(photo)
      const show = { label: texts.show, run: () => void navigate(paths.photo(photo.id)) }
      if (count === 0) notify(texts.gone, { durationMs: noticeMs })
      else notify(texts.restored(1), { durationMs: noticeMs, action: show })
      await reload()
    } catch (error) {
      notify(errorText(error, texts.restoreFailed))
    } finally {
      setBusy(undefined)
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
      setProgress(undefined)
    }
  }

  const confirm = async (work: () => Promise<unknown>, done: string, focused: number) => {
    setBusy('question')
    setFailure(undefined)
    try {
      await work()
      next.current = focused
      setAsking(undefined)
      notify(done, { durationMs: noticeMs })
      await reload()
    } catch (error) {
      setFailure(errorText(error, texts.deleteFailed))
    } finally {
      setBusy(undefined)
    }
  }
  const ask = (what: 'one' | 'all') => {
    setFailure(undefined)
    setAsking(what)
  }

  const isBusy = progress !== undefined
  return (
    <>
      <h1 className={account.heading} ref={heading} tabIndex={-1}>
        {accountTexts.settings.trash}
      </h1>
      <p className={account.lead}>{texts.lead}</p>
      {problem && (
        <div className={styles.failure} role="alert">
          <p className={account.problem}>{problem}</p>
          <Button onClick={() => void load()}>{texts.tryAgain}</Button>
        </div>
      )}
      {!trash && !problem && <p className={styles.waiting}>{texts.loading}</p>}
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
              <Button isDisabled={isBusy} onClick={() => ask('all')}>
                {texts.emptyTrash}
              </Button>
            </div>
          </div>
          <ul className={styles.list} ref={list} aria-label={texts.list}>
            {trash.photos.map((photo) => (
              <TrashRow
                key={photo.id}
                photo={photo}
                isBusy={isBusy || busy === photo.id}
                onRestore={() => void restore(photo)}
                onDelete={() => {
                  setToDelete(photo)
                  ask('one')
                }}
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
      <ConfirmDialog
        title={texts.deleteTitle}
        text={toDelete ? texts.deleteText(nameOf(toDelete)) : ''}
        ok={texts.deleteNow}
        cancel={texts.cancel}
        isOpen={isAsking === 'one'}
        isBusy={busy === 'question'}
        problem={failure}
        onOk={() =>
          void confirm(() => deleteForGood([toDelete!.id]), texts.deleted, indexOf(toDelete!) ?? 0)
        }
        onCancel={() => setAsking(undefined)}
      />
      <ConfirmDialog
        title={texts.emptyTitle}
        text={texts.emptyQuestion(trash?.total ?? 0)}
        ok={texts.emptyTrash}
        cancel={texts.cancel}
        isOpen={isAsking === 'all'}
        isBusy={busy === 'question'}
        problem={failure}
        onOk={() => void confirm(emptyTrash, texts.emptied, 0)}
        onCancel={() => setAsking(undefined)}
      />
    </>
  )
}
