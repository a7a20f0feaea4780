import {
  type RefObject,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import { filterText } from '../../../../src/contract/search/filter-labels.ts'
import { filterQuery, type PhotoFilter } from '../../../../src/contract/search/photo-filter.ts'
import { limits } from '../../../../src/contract/vocabulary.ts'
import { loadedNames } from '../../../catalogue/albums/rule-state.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { ConfirmDialog, UnsavedDialog } from '../../../kit/components/ConfirmDialog.tsx'
import * as dialog from '../../../kit/components/Dialog.css.ts'
import { Select } from '../../../kit/components/Select.tsx'
import { TextField } from '../../../kit/components/TextField.tsx'
import { useUnsaved } from '../../../kit/components/use-unsaved.ts'
import { CodeField } from '../form/code-field.tsx'
import * as form from '../form/styles.css.ts'
import { texts as albumTexts } from '../texts.ts'
import { RulePreview } from './rule-preview.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { useRuleDraft } from './use-rule-draft.ts'
import { useRulePreview } from './use-rule-preview.ts'

type RuleFormProps = {
  filter: PhotoFilter
  isOpen: boolean
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  /** Closes the dialog; asks first if something was typed. */
  close: RefObject<() => void>
  leave: () => void
}

const words = albumTexts.form

export function RuleForm({ filter, isOpen, isBusy, onBusy, close, leave }: RuleFormProps) {
  const rule = useMemo(() => filterQuery(filter).toString(), [filter])
  const filledBy = useMemo(() => filterText(filter, loadedNames()), [filter])
  const { data: preview, problem: failure } = useRulePreview(rule)
  const { draft, albums, change, target, code, isOpenToAll, isUnsaved, problem, save } =
    useRuleDraft(rule, preview)
  const unsaved = useUnsaved(isOpen && isUnsaved, leave)
  useLayoutEffect(() => {
    close.current = unsaved.close
  })
  const hasFields = albums !== undefined
  // The name, or the album whose filter is changed, is first known with the list of albums.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the fields appear
  useEffect(() => {
    if (isOpen && hasFields) problem.focusOn('name')
  }, [isOpen, hasFields])
  const [isAsking, setAsking] = useState(false)
  const isReady = preview !== undefined && albums !== undefined
  const shown = isOpenToAll ? (preview?.notPublic ?? 0) : 0

  const saveNow = async () => {
    onBusy(true)
    const field = await save(leave)
    onBusy(false)
    setAsking(false)
    problem.focusOn(field)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // What would be shown must be known first.
    if (isBusy || !isReady) return
    if (shown > 0 && (target || draft.name.trim() !== '')) setAsking(true)
    else void saveNow()
  }

  return (
    <form className={form.form} ref={problem.form} noValidate onSubmit={submit}>
      <div className={form.fields}>
        <div>
          <p className={styles.intro}>{texts.filter}</p>
          <p className={styles.filter} dir="auto">
            {filledBy}
          </p>
          <RulePreview preview={preview} failure={failure} />
        </div>
        {albums && albums.length > 0 && (
          <TargetField albums={albums} target={target} onChange={(id) => change({ target: id })} />
        )}
        {albums && !target && (
          <>
            <TextField
              label={words.name}
              error={problem.errorOf('name')}
              name="name"
              dir="auto"
              autoComplete="off"
              maxLength={limits.albumName}
              value={draft.name}
              onChange={({ target: { value } }) => change({ name: value })}
            />
            <CodeField
              code={code}
              before=""
              error={problem.errorOf('code')}
              isPhotostream={false}
              onChange={(code) => change({ code })}
            />
          </>
        )}
        <p className={form.remark}>{isOpenToAll ? texts.open : texts.coded}</p>
        {filter.terms.some(({ key }) => key === 'location') && (
          <p className={form.remark}>{texts.location}</p>
        )}
      </div>
      {problem.general && (
        <p className={account.problem} role="alert">
          {problem.general}
        </p>
      )}
      <div className={dialog.actions}>
        <Button onClick={() => !isBusy && unsaved.close()}>{texts.cancel}</Button>
        <Button type="submit" kind="primary" isBusy={isBusy} isDisabled={!isReady}>
          {target ? texts.saveChanges : texts.add}
        </Button>
      </div>
      <ConfirmDialog
        title={texts.showing.title(shown)}
        text={texts.showing.text}
        ok={texts.showing.ok}
        isOpen={isAsking}
        isBusy={isBusy}
        onOk={() => void saveNow()}
        onCancel={() => setAsking(false)}
      />
      <UnsavedDialog {...unsaved.question} />
    </form>
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
