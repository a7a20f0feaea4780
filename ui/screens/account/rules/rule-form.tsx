import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { limits, ruleLimits } from '../../../../src/contract/limits.ts'
import type { Rule, RuleAction, Rules } from '../../../../src/contract/site/rules.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { asTyped } from '../../../kit/components/as-typed.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { UnsavedDialog } from '../../../kit/components/ConfirmDialog.tsx'
import { Select } from '../../../kit/components/Select.tsx'
import { TextField } from '../../../kit/components/TextField.tsx'
import { useProblem } from '../../../kit/components/use-problem.ts'
import { useUnsaved } from '../../../kit/components/use-unsaved.ts'
import { ConditionFields } from './condition-fields.tsx'
import { type ConditionDraft, type Draft, draftOf, fieldOf, newCondition, ruleOf } from './draft.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type RuleFormProps = {
  /** Undefined for a new rule. */
  rule: Rule | undefined
  number: number | undefined
  known: Rules
  /** @returns why it could not be saved */
  onSave: (rule: Rule) => Promise<string | undefined>
  onLeave: () => void
}

const words = texts.form
const actions = (Object.keys(words.actions) as RuleAction['kind'][]).map((value) => ({
  value,
  label: words.actions[value],
}))

/** The rule as entered, and how it is saved. */
function useRuleDraft({ rule, onSave, onLeave }: RuleFormProps) {
  const [first] = useState(() => draftOf(rule))
  const [draft, setDraft] = useState<Draft>(first)
  const [isBusy, setBusy] = useState(false)
  const names = [...draft.conditions.map(fieldOf), 'album', 'action']
  const { setProblem, setProblems, clearProblems, focusOn, ...problem } = useProblem(names)
  const unsaved = useUnsaved(draft !== first, onLeave)

  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    clearProblems(Object.keys(part))
  }
  const changeCondition = (changed: ConditionDraft, part: Partial<ConditionDraft>) => {
    const { key } = changed
    setDraft({
      ...draft,
      conditions: draft.conditions.map((each) => (each.key === key ? { ...each, ...part } : each)),
    })
    clearProblems([fieldOf(changed), 'action'])
  }
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const { rule: typed, problems } = ruleOf(draft)
    setProblems(problems)
    if (problems.length > 0) {
      focusOn(problems[0]?.field)
      return
    }
    setBusy(true)
    const reason = await onSave(typed)
    setBusy(false)
    if (reason !== undefined) setProblem({ message: reason })
  }
  return { draft, change, changeCondition, isBusy, problem, unsaved, save }
}

export function RuleForm(props: RuleFormProps) {
  const { number, known } = props
  const { draft, change, changeCondition, isBusy, problem, unsaved, save } = useRuleDraft(props)
  const { form, errorOf, general } = problem
  const addButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[role=combobox]')?.focus()
  }, [form])
  const removeCondition = (removed: ConditionDraft) => {
    change({ conditions: draft.conditions.filter((each) => each !== removed) })
    addButton.current?.focus()
  }

  return (
    <form
      className={styles.form}
      ref={form}
      noValidate
      aria-label={words.name(number)}
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        // Ignore Escape while a list or another dialog is open.
        const isOwn = event.currentTarget.contains(event.target as Node)
        if (event.key !== 'Escape' || !isOwn) return
        event.stopPropagation()
        unsaved.close()
      }}
    >
      <h2 className={styles.formHeading}>{words.conditions}</h2>
      {draft.conditions.map((condition, index) => (
        <ConditionFields
          key={condition.key}
          condition={condition}
          known={known}
          number={index + 1}
          error={errorOf(fieldOf(condition))}
          onChange={(part) => changeCondition(condition, part)}
          onRemove={draft.conditions.length > 1 ? () => removeCondition(condition) : undefined}
        />
      ))}
      {draft.conditions.length < ruleLimits.conditions && (
        <div>
          <Button
            ref={addButton}
            onClick={() => change({ conditions: [...draft.conditions, newCondition()] })}
          >
            {words.addCondition}
          </Button>
        </div>
      )}
      <ActionFields draft={draft} errorOf={errorOf} onChange={change} />
      {general && (
        <p className={account.problem} role="alert">
          {general}
        </p>
      )}
      <div className={account.actions}>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {words.save}
        </Button>
        <Button onClick={() => !isBusy && unsaved.close()}>{words.cancel}</Button>
      </div>
      <UnsavedDialog {...unsaved.question} />
    </form>
  )
}

type ActionFieldsProps = {
  draft: Draft
  errorOf: (name: string) => string | undefined
  onChange: (part: Partial<Draft>) => void
}

/** What the rule does. */
function ActionFields({ draft, errorOf, onChange }: ActionFieldsProps) {
  return (
    <>
      <Select
        label={words.action}
        options={actions}
        value={draft.action}
        error={errorOf('action')}
        hint={draft.action === 'hide keyword' ? words.hideHint : undefined}
        onChange={(action) => onChange({ action: action as RuleAction['kind'] })}
      />
      {draft.action === 'add to album' && (
        <TextField
          label={words.album}
          hint={words.albumHint}
          error={errorOf('album')}
          name="album"
          dir="auto"
          {...asTyped}
          maxLength={limits.albumName}
          value={draft.album}
          onChange={({ target: { value } }) => onChange({ album: value })}
        />
      )}
    </>
  )
}
