import { useEffect, useMemo, useState } from 'react'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import { limits } from '../../../../src/contract/limits.ts'
import { filterText } from '../../../../src/contract/search/filter-labels.ts'
import { filterQuery, type PhotoFilter } from '../../../../src/contract/search/photo-filter.ts'
import { loadedNames } from '../../../catalogue/albums/rule-state.ts'
import { ConfirmDialog } from '../../../kit/components/ConfirmDialog.tsx'
import type { FormDialogState } from '../../../kit/components/FormDialog.tsx'
import { DialogForm, UnsavedCheck } from '../../../kit/components/FormDialog.tsx'
import { Select } from '../../../kit/components/Select.tsx'
import { TextField } from '../../../kit/components/TextField.tsx'
import { CodeField } from '../form/code-field.tsx'
import * as form from '../form/styles.css.ts'
import { texts as albumTexts } from '../texts.ts'
import { RulePreview, useRulePreview } from './rule-preview.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { useRuleDraft } from './use-rule-draft.ts'

type RuleFormProps = {
  filter: PhotoFilter
  dialog: FormDialogState
}

const words = albumTexts.form

export function RuleForm({ filter, dialog }: RuleFormProps) {
  const { isOpen, isBusy, setBusy, leave } = dialog
  const rule = useMemo(() => filterQuery(filter).toString(), [filter])
  const filledBy = useMemo(() => filterText(filter, loadedNames()), [filter])
  const { data: preview, problem: failure } = useRulePreview(rule)
  const { draft, albums, change, target, code, isOpenToAll, isUnsaved, problem, save } =
    useRuleDraft(rule, preview)
  const hasFields = albums !== undefined
  // The name, or the album whose filter is changed, is first known with the list of albums.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the fields appear
  useEffect(() => {
    if (isOpen && hasFields) problem.focusOn('name')
  }, [isOpen, hasFields])
  const [isAsking, setAsking] = useState(false)
  // What would be shown must be known first.
  const isReady = preview !== undefined && albums !== undefined
  const shown = isOpenToAll ? (preview?.notPublic ?? 0) : 0

  const saveNow = async () => {
    setBusy(true)
    const field = await save(leave)
    setBusy(false)
    setAsking(false)
    problem.focusOn(field)
  }
  const submit = () => {
    if (shown > 0 && (target || draft.name.trim() !== '')) setAsking(true)
    else void saveNow()
  }

  return (
    <>
      <DialogForm
        dialog={dialog}
        form={problem.form}
        submit={target ? texts.saveChanges : texts.add}
        isReady={isReady}
        onSubmit={submit}
        problem={problem.general}
        styles={{ form: form.form }}
      >
        <div className={form.fields}>
          <div>
            <p className={styles.intro}>{texts.filter}</p>
            <p className={styles.filter} dir="auto">
              {filledBy}
            </p>
            <RulePreview preview={preview} failure={failure} />
          </div>
          {albums && albums.length > 0 && (
            <TargetField
              albums={albums}
              target={target}
              onChange={(id) => change({ target: id })}
            />
          )}
          {albums && !target && (
            <NewAlbumFields
              name={draft.name}
              code={code}
              errorOf={problem.errorOf}
              onChange={change}
            />
          )}
          <p className={form.remark}>{isOpenToAll ? texts.open : texts.coded}</p>
          {filter.terms.some(({ key }) => key === 'location') && (
            <p className={form.remark}>{texts.location}</p>
          )}
        </div>
      </DialogForm>
      <ConfirmDialog
        title={texts.showing.title(shown)}
        text={texts.showing.text}
        ok={texts.showing.ok}
        isOpen={isAsking}
        isBusy={isBusy}
        onOk={() => void saveNow()}
        onCancel={() => setAsking(false)}
      />
      <UnsavedCheck dialog={dialog} isUnsaved={isUnsaved} />
    </>
  )
}

type NewAlbumFieldsProps = {
  name: string
  code: string
  errorOf: (field: string) => string | undefined
  onChange: (part: { name: string } | { code: string }) => void
}

function NewAlbumFields({ name, code, errorOf, onChange }: NewAlbumFieldsProps) {
  return (
    <>
      <TextField
        label={words.name}
        error={errorOf('name')}
        name="name"
        dir="auto"
        autoComplete="off"
        maxLength={limits.albumName}
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <CodeField
        code={code}
        before=""
        error={errorOf('code')}
        isPhotostream={false}
        onChange={(changed) => onChange({ code: changed })}
      />
    </>
  )
}

type TargetFieldProps = {
  albums: readonly Album[]
  /** Undefined for a new album. */
  target: Album | undefined
  onChange: (id: string) => void
}

/** Whether the filter makes a new album or replaces that of an existing one. */
function TargetField({ albums, target, onChange }: TargetFieldProps) {
  return (
    <Select
      label={texts.target}
      hint={target && texts.replaces(target.name)}
      options={[
        { value: '', label: texts.newAlbum },
        ...albums.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={target?.id ?? ''}
      onChange={onChange}
    />
  )
}
