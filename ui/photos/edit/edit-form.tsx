import { type RefObject, type SubmitEvent, useRef } from 'react'
import { limits } from '../../../src/contract/vocabulary.ts'
import { Button } from '../../components/Button.tsx'
import { actions } from '../../components/Dialog.css.ts'
import { TextArea, TextField } from '../../components/TextField.tsx'
import { AlbumField } from './album-field.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import type { PhotoDraft } from './use-photo-draft.ts'

const fields = ['title', 'keywords', 'description']

type EditFormProps = {
  draft: PhotoDraft
  firstField: RefObject<HTMLInputElement | null>
  onCancel: () => void
  onSaved: () => void
}

/** The photo's texts and albums. If saving fails, the form stays open and shows the reason. */
export function EditForm({ draft, firstField, onCancel, onSaved }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { texts: values, change, problem, isBusy, save } = draft
  const field = problem?.field?.split('.')[0]
  const isGeneral = problem && !(field && fields.includes(field))
  const errorOf = (name: string) => (field === name ? problem?.message : undefined)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const failed = await save()
    if (!failed) {
      onSaved()
      return
    }
    const named = form.current?.elements.namedItem(failed.field?.split('.')[0] ?? '')
    if (named instanceof HTMLElement) named.focus()
  }

  return (
    <form className={styles.form} ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        ref={firstField}
        label={texts.fields.title}
        error={errorOf('title')}
        name="title"
        dir="auto"
        autoComplete="off"
        maxLength={limits.photoTitle}
        value={values.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextField
        label={texts.fields.keywords}
        hint={texts.fields.keywordsHint}
        error={errorOf('keywords')}
        name="keywords"
        dir="auto"
        autoComplete="off"
        value={values.keywords}
        onChange={({ target }) => change({ keywords: target.value })}
      />
      <TextArea
        label={texts.fields.description}
        error={errorOf('description')}
        name="description"
        dir="auto"
        rows={2}
        maxLength={limits.photoDescription}
        value={values.description}
        onChange={({ target }) => change({ description: target.value })}
      />
      <AlbumField state={draft.albums} chosen={draft.chosenAlbums} onChange={draft.chooseAlbums} />
      {isGeneral && (
        <p className={styles.problem} role="alert">
          {problem.message}
        </p>
      )}
      <div className={actions}>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
