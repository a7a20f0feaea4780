import { type ChangeEvent, type ReactNode, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { fieldLimits, limits } from '../../../src/contract/limits.ts'
import type { FileField } from '../../../src/contract/photos/file-fields.ts'
import { asTyped } from '../../kit/components/as-typed.ts'
import { Choice } from '../../kit/components/Choice.tsx'
import type { FormDialogState } from '../../kit/components/FormDialog.tsx'
import { DialogForm } from '../../kit/components/FormDialog.tsx'
import { TextArea, TextField } from '../../kit/components/TextField.tsx'
import { FileAgain } from '../read-again/file-again.tsx'
import { FileNote } from '../read-again/file-note.tsx'
import { AlbumField } from './album-field.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import type { PhotoDraft } from './use-photo-draft.ts'

const ratings = ['', '1', '2', '3', '4', '5'].map((value) => ({
  value,
  label: value || texts.fields.noRating,
}))

type EditFormProps = {
  draft: PhotoDraft
  dialog: FormDialogState
  form: RefObject<HTMLFormElement | null>
  firstField: RefObject<HTMLInputElement | null>
  onSave: () => void
}

/** The photo's texts and albums. If saving fails, the form stays open and shows the reason. */
export function EditForm({ draft, dialog, form, firstField, onSave }: EditFormProps) {
  const { texts: values, change, problem } = draft
  const field = problem?.field?.split('.')[0]
  const isGeneral = problem && !(field && Object.hasOwn(values, field))
  const errorOf = (name: string) => (field === name ? problem?.message : undefined)

  const textOf = (name: Exclude<FileField, 'rating'>) => ({
    label: texts.fields[name],
    error: errorOf(name),
    name,
    dir: 'auto',
    autoComplete: 'off',
    value: values[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: target.value }),
  })
  const owned = { otherInFile: draft.otherInFile, change }

  return (
    <DialogForm
      dialog={dialog}
      form={form}
      submit={texts.save}
      onSubmit={onSave}
      problem={isGeneral ? problem.message : undefined}
      styles={{ form: styles.form, fields: styles.fields, actions: styles.actions }}
    >
      <Owned field="title" {...owned}>
        <TextField ref={firstField} {...textOf('title')} maxLength={limits.photoTitle} />
      </Owned>
      <Owned field="keywords" {...owned}>
        <TextField {...textOf('keywords')} {...asTyped} hint={texts.fields.keywordsHint} />
      </Owned>
      <Owned field="description" {...owned}>
        <TextArea {...textOf('description')} rows={2} maxLength={limits.photoDescription} />
      </Owned>
      <Owned field="alt" {...owned}>
        <TextArea
          {...textOf('alt')}
          hint={texts.fields.altHint}
          rows={2}
          maxLength={fieldLimits.alt}
        />
      </Owned>
      <Owned field="rating" {...owned}>
        <Choice
          label={texts.fields.rating}
          name="rating"
          options={ratings}
          value={values.rating}
          onChange={(rating) => change({ rating })}
        />
      </Owned>
      <Owned field="creator" {...owned}>
        <TextField {...textOf('creator')} maxLength={fieldLimits.creator} />
      </Owned>
      <Owned field="copyright" {...owned}>
        <TextField {...textOf('copyright')} maxLength={fieldLimits.copyright} />
      </Owned>
      <FileAgain again={draft.fileAgain} />
      <AlbumField
        albums={draft.albums.data?.all}
        problem={draft.albums.problem}
        onRetry={draft.albums.retry}
        none={texts.albums.none}
        chosen={draft.chosenAlbums}
        onChange={draft.chooseAlbums}
      />
    </DialogForm>
  )
}

type OwnedProps = Pick<PhotoDraft, 'otherInFile' | 'change'> & {
  field: FileField
  children: ReactNode
}

const ownedField = 'textarea, input:not([type=radio]), input:checked'

/** A field with what the file says, if that is something else. */
function Owned({ field, otherInFile, change, children }: OwnedProps) {
  const box = useRef<HTMLDivElement>(null)
  const use = (fileValue: string) => {
    flushSync(() => change({ [field]: fileValue }))
    // The button that had the focus is gone.
    box.current?.querySelector<HTMLElement>(ownedField)?.focus()
  }
  return (
    <div className={styles.owned} ref={box}>
      {children}
      <FileNote field={field} fileValue={otherInFile(field)} onUse={use} />
    </div>
  )
}
