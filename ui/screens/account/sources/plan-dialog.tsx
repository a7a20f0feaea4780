import { useEffect, useState } from 'react'
import type { ApplyRequest, Plan, Source } from '../../../../src/contract/imports/sources.ts'
import * as cards from '../../../kit/account/settings-card.css.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { asSentence, errorText } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { Checkbox } from '../../../kit/components/Checkbox.tsx'
import type { FormDialogState } from '../../../kit/components/FormDialog.tsx'
import { FormDialog } from '../../../kit/components/FormDialog.tsx'
import { ScrollBox } from '../../../kit/components/ScrollBox.tsx'
import { useAction } from '../../../kit/components/use-action.ts'
import { ChangeGroup } from './change-group.tsx'
import { applyPlan, planOf, syncSource } from './requests.ts'
import { keepSource } from './state.ts'
import * as styles from './styles.css.ts'
import { changeKindsInOrder, texts } from './texts.ts'

const labels = texts.plan

type PlanDialogProps = {
  source: Source
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** What a run would change; it is made anew, unless the source waits for an answer to it. */
export default function PlanDialog({ source, isOpen, onOpenChange }: PlanDialogProps) {
  return (
    <FormDialog
      title={labels.title(source.name)}
      className={styles.popup}
      initialFocus="itself"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {(dialog) => <PlanView source={source} dialog={dialog} />}
    </FormDialog>
  )
}

type PlanViewProps = { source: Source; dialog: FormDialogState }

function PlanView({ source, dialog }: PlanViewProps) {
  const { plan, problem, retry } = usePlan(source)
  const { isBusy, problem: failure, run } = useAction({ busy: dialog })
  const [replaces, setReplaces] = useState(false)
  const { question } = source
  const counts = plan?.counts
  const conflicting = counts?.conflicting ?? 0
  const isAsking = source.state === 'asking' && question !== null
  // What the question is about comes first.
  const kinds = isAsking ? (['gone', ...changeKindsInOrder] as const) : changeKindsInOrder
  const shown = counts ? [...new Set(kinds)].filter((kind) => counts[kind] > 0) : []
  const isEmpty = counts && shown.length === 0

  const apply = (gone: ApplyRequest['gone']) =>
    run(async () => {
      const answer = {
        ...(gone && { gone }),
        conflicts: replaces ? ('replace' as const) : ('leave' as const),
        ...(isAsking && { hidden: question.hidden }),
      }
      keepSource(await applyPlan(source.id, answer))
      dialog.leave()
    })

  return (
    <div className={styles.plan}>
      <p className={cards.text} role="status">
        {!plan && !problem && labels.looking}
        {isEmpty && labels.nothing}
        {plan && !isEmpty && (isAsking ? labels.question(question) : labels.notApplied)}
      </p>
      {problem && (
        <div className={styles.folder}>
          <p className={account.problem} role="alert">
            {problem}
          </p>
          <Button onClick={retry}>{texts.tryAgain}</Button>
        </div>
      )}
      {plan && !isEmpty && (
        <ScrollBox label={labels.changes} className={styles.groups}>
          {shown.map((kind) => (
            <ChangeGroup
              key={`${kind} ${plan.madeAt}`}
              source={source}
              kind={kind}
              count={plan.counts[kind]}
            />
          ))}
        </ScrollBox>
      )}
      {conflicting > 0 && (
        <Checkbox
          label={labels.replace}
          checked={replaces}
          onChange={({ target }) => setReplaces(target.checked)}
        />
      )}
      {failure && (
        <p className={account.problem} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.dialogActions}>
        <Button isDisabled={isBusy} onClick={dialog.close}>
          {labels.close}
        </Button>
        {plan && !isEmpty && isAsking && (
          <>
            <Button isBusy={isBusy} onClick={() => void apply('keep')}>
              {labels.keep}
            </Button>
            <Button kind="primary" isBusy={isBusy} onClick={() => void apply('hide')}>
              {labels.hide(question.hidden)}
            </Button>
          </>
        )}
        {plan && !isEmpty && !isAsking && (
          <Button kind="primary" isBusy={isBusy} onClick={() => void apply(undefined)}>
            {labels.apply}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Has the source compared, and then asks what that found. */
function usePlan({ id, state, lastRun }: Source) {
  const error = lastRun?.error
  const [plan, setPlan] = useState<Plan>()
  const [problem, setProblem] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [hasBegun, setBegun] = useState(state === 'asking')

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt
  useEffect(() => {
    if (hasBegun) return
    syncSource(id, true).then(
      (source) => {
        keepSource(source)
        setBegun(true)
      },
      (thrown: unknown) => setProblem(errorText(thrown)),
    )
  }, [attempt])

  const isDone = hasBegun && state !== 'running'
  useEffect(() => {
    if (!isDone) return
    if (state === 'failed') {
      setProblem(error ? asSentence(error) : texts.states.failed)
      return
    }
    planOf(id, { limit: '1' }).then(setPlan, (thrown: unknown) => setProblem(errorText(thrown)))
  }, [isDone, id, state, error])

  return {
    plan,
    problem,
    retry: () => {
      setProblem(undefined)
      setBegun(false)
      setAttempt((number) => number + 1)
    },
  }
}
