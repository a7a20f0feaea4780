import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { albumOrders } from '../../../../src/contract/albums/album-orders.ts'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import { limits } from '../../../../src/contract/limits.ts'
import { Checkbox } from '../../../kit/components/Checkbox.tsx'
import { ConfirmDialog } from '../../../kit/components/ConfirmDialog.tsx'
import type { FormDialogState } from '../../../kit/components/FormDialog.tsx'
import { DialogForm, UnsavedCheck } from '../../../kit/components/FormDialog.tsx'
import { Select } from '../../../kit/components/Select.tsx'
import { TextArea, TextField } from '../../../kit/components/TextField.tsx'
import { uxConfigAtom } from '../../../kit/state/ux-config.ts'
import { RuleField } from '../rule/rule-field.tsx'
import { texts } from '../texts.ts'
import { CodeField } from './code-field.tsx'
import { CoverField } from './cover-field.tsx'
import * as styles from './styles.css.ts'
import { type AlbumDraftState, useAlbumDraft } from './use-album-draft.ts'

type AlbumFormProps = {
  album: Album | undefined
  dialog: FormDialogState
  onSaved: (album: Album) => void
}

const words = texts.form
const orders = texts.orders.map(({ value, label }) => ({ value: String(value), label }))
/** A smart album cannot be ordered by hand. */
const automaticOrders = orders.filter(({ value }) => value !== String(albumOrders.manual))
const orderOf = (value: string) =>
  texts.orders.find((order) => String(order.value) === value)?.value ?? albumOrders.none

/** The fields of an album. If saving fails, the form stays open and shows the reason. */
export function AlbumForm({ album, dialog, onSaved }: AlbumFormProps) {
  const { draft, change, isUnsaved, problem, save, resolveCover, isCoverHidden } =
    useAlbumDraft(album)
  const [isAsking, setAsking] = useState(false)
  const becomesPublic = Boolean(album?.code) && draft.code.trim() === ''
  const { form, errorOf, general, focusOn } = problem
  const changeCover = useCallback(
    (cover: Parameters<typeof resolveCover>[0]) => change({ cover }),
    [change],
  )

  const saveNow = async () => {
    dialog.setBusy(true)
    const outcome = await save()
    dialog.setBusy(false)
    setAsking(false)
    if ('saved' in outcome) {
      onSaved(outcome.saved)
      dialog.leave()
      return
    }
    focusOn(outcome.problem.field)
  }
  const submit = () => {
    if (becomesPublic) setAsking(true)
    else void saveNow()
  }

  return (
    <>
      <DialogForm
        dialog={dialog}
        form={form}
        submit={album ? words.save : words.add}
        onSubmit={submit}
        problem={general}
        styles={{ form: styles.form }}
      >
        <div className={styles.fields}>
          <TextFields draft={draft} change={change} errorOf={errorOf} />
          <CoverField
            cover={draft.cover}
            source={album ? `album:${album.id}` : 'all'}
            error={errorOf('coverPic')}
            isHidden={isCoverHidden}
            onChange={changeCover}
            onBlur={() => void resolveCover(draft.cover)}
          />
          {album && (
            <ExistingAlbumFields album={album} draft={draft} change={change} errorOf={errorOf} />
          )}
        </div>
      </DialogForm>
      <ConfirmDialog
        {...texts.makingPublic}
        text={draft.rule ? texts.makingPublic.filled : texts.makingPublic.text}
        isOpen={isAsking}
        isBusy={dialog.isBusy}
        onOk={() => void saveNow()}
        onCancel={() => setAsking(false)}
      />
      <UnsavedCheck dialog={dialog} isUnsaved={isUnsaved} />
    </>
  )
}

type FieldsProps = Pick<AlbumDraftState, 'draft' | 'change'> & {
  errorOf: (name: string) => string | undefined
}

function TextFields({ draft, change, errorOf }: FieldsProps) {
  return (
    <>
      <TextField
        label={words.name}
        error={errorOf('name')}
        name="name"
        dir="auto"
        autoComplete="off"
        maxLength={limits.albumName}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextArea
        label={words.description}
        error={errorOf('description')}
        name="description"
        dir="auto"
        rows={3}
        maxLength={limits.albumDescription}
        value={draft.description}
        onChange={({ target }) => change({ description: target.value })}
      />
    </>
  )
}

/** What cannot be chosen for a new album yet. */
function ExistingAlbumFields({ album, draft, change, errorOf }: FieldsProps & { album: Album }) {
  const { photoStreamAlbumId } = useAtomValue(uxConfigAtom)
  return (
    <>
      <CodeField
        code={draft.code}
        before={album.code ?? ''}
        error={errorOf('code')}
        isPhotostream={album.id === photoStreamAlbumId}
        onChange={(code) => change({ code })}
      />
      {album.rule && (
        <RuleField
          album={album}
          isStopped={draft.rule === ''}
          onStop={(isStopped) => change({ rule: isStopped ? '' : (album.rule ?? '') })}
        />
      )}
      <Select
        label={words.order}
        options={draft.rule ? automaticOrders : orders}
        value={String(draft.orderBy)}
        onChange={(value) => change({ orderBy: orderOf(value) })}
      />
      <Checkbox
        label={words.downloadable}
        hint={words.downloadableHint}
        checked={draft.downloadable}
        onChange={({ target }) => change({ downloadable: target.checked })}
      />
    </>
  )
}
