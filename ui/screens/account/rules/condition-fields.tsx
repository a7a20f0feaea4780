import { X } from 'lucide-react'
import { useId } from 'react'
import type { Rules } from '../../../../src/contract/site/rules.ts'
import { asTyped } from '../../../kit/components/as-typed.ts'
import { Select } from '../../../kit/components/Select.tsx'
import { TextField } from '../../../kit/components/TextField.tsx'
import { type ConditionDraft, fieldOf } from './draft.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type ConditionFieldsProps = {
  condition: ConditionDraft
  number: number
  known: Rules
  error: string | undefined
  onChange: (part: Partial<ConditionDraft>) => void
  /** Undefined for the only condition. */
  onRemove: (() => void) | undefined
}

const words = texts.form
const kinds = (Object.keys(words.kinds) as ConditionDraft['kind'][]).map((value) => ({
  value,
  label: words.kinds[value],
}))
const ratings = [1, 2, 3, 4, 5].map((value) => ({
  value: String(value),
  label: words.stars(value),
}))
const hows = (['is', 'begins with'] as const).map((value) => ({ value, label: words.hows[value] }))

export function ConditionFields(props: ConditionFieldsProps) {
  const { condition, number, known, error, onChange, onRemove } = props
  const { kind } = condition
  const listId = useId()
  const text = { ...asTyped, name: fieldOf(condition), dir: 'auto', error } as const
  return (
    <fieldset className={styles.condition}>
      <legend className="visually-hidden">{words.condition(number)}</legend>
      <div className={styles.fields}>
        <Select
          label={words.condition(number)}
          options={kinds}
          value={kind}
          onChange={(chosen) => onChange({ kind: chosen as ConditionDraft['kind'] })}
        />
        {kind === 'rating' && (
          <Select
            label={words.atLeast}
            options={ratings}
            value={String(condition.atLeast)}
            onChange={(chosen) => onChange({ atLeast: Number(chosen) })}
          />
        )}
        {kind === 'label' && (
          <TextField
            {...text}
            label={words.label}
            hint={words.labelHint}
            list={listId}
            maxLength={100}
            value={condition.label}
            onChange={({ target: { value } }) => onChange({ label: value })}
          />
        )}
        {kind === 'keyword' && (
          <KeywordFields condition={condition} error={error} onChange={onChange} />
        )}
        {kind === 'folder' && (
          <TextField
            {...text}
            label={words.folder}
            hint={words.folderHint}
            list={listId}
            maxLength={1000}
            value={condition.folder}
            onChange={({ target: { value } }) => onChange({ folder: value })}
          />
        )}
      </div>
      <datalist id={listId}>
        {suggestedFor(kind, known).map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      {onRemove && (
        <button
          type="button"
          className={styles.removal}
          aria-label={words.removeCondition(number)}
          title={words.removeCondition(number)}
          onClick={onRemove}
        >
          <X aria-hidden="true" size={18} />
        </button>
      )}
    </fieldset>
  )
}

/** The values that the gallery knows of this kind. */
function suggestedFor(kind: ConditionDraft['kind'], { labels, folders }: Rules): readonly string[] {
  if (kind === 'label') return labels
  return kind === 'folder' ? folders : []
}

type KeywordFieldsProps = Pick<ConditionFieldsProps, 'condition' | 'error' | 'onChange'>

function KeywordFields({ condition, error, onChange }: KeywordFieldsProps) {
  return (
    <>
      <Select
        label={words.how}
        options={hows}
        value={condition.how}
        onChange={(chosen) => onChange({ how: chosen as ConditionDraft['how'] })}
      />
      <TextField
        {...asTyped}
        name={fieldOf(condition)}
        dir="auto"
        error={error}
        label={words.keyword}
        hint={words.keywordHint}
        maxLength={100}
        value={condition.keyword}
        onChange={({ target: { value } }) => onChange({ keyword: value })}
      />
    </>
  )
}
