import { omissionSentences } from '../../../../src/contract/imports/omissions.ts'
import type { Source } from '../../../../src/contract/imports/sources.ts'
import { grouped } from '../../../../src/contract/text/counts.ts'
import { focusDecisions } from '../../../features/versions/pending-decisions.tsx'
import { CardFacts } from '../../../kit/account/CardFacts.tsx'
import * as cards from '../../../kit/account/settings-card.css.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { useAction } from '../../../kit/components/use-action.ts'
import { useDialog } from '../../../kit/components/use-dialog.ts'
import { moment, timeOf } from '../../../kit/times.ts'
import { removeSource, stopSource, syncSource } from './requests.ts'
import { SourceState } from './source-state.tsx'
import { forgetSource, keepSource } from './state.ts'
import { texts } from './texts.ts'

const PlanDialog = lazyWithRetry(async () => (await import('./plan-dialog.tsx')).default)
const SettingsDialog = lazyWithRetry(async () => (await import('./settings-dialog.tsx')).default)
const ConfirmDialog = lazyWithRetry(
  async () => (await import('../../../kit/components/ConfirmDialog.tsx')).ConfirmDialog,
)
const labels = texts.actions

type SourceCardProps = {
  source: Source
  onRemoved: () => void
}

/** A source with its state and what can be done with it. */
export function SourceCard({ source, onRemoved }: SourceCardProps) {
  const { id, name, state, kind, path, isConfigured, waiting } = source
  const plan = useDialog(PlanDialog)
  const settings = useDialog(SettingsDialog)
  const { isBusy, problem, run } = useAction({ within: labels.failed })
  const labelOf = (action: string) => texts.actions.of(action, name)

  const startOrStop = async () =>
    keepSource(state === 'running' ? await stopSource(id) : await syncSource(id))

  return (
    <li className={cards.card} aria-labelledby={`source-${id}`}>
      <div>
        <h2 className={cards.heading} id={`source-${id}`} dir="auto">
          {name}
        </h2>
        <p className={cards.text} dir="auto">
          {kind === 'drive' ? texts.kind.drive : texts.kind.folder(path ?? '')}
        </p>
        {isConfigured && <p className={cards.text}>{texts.kind.configured}</p>}
      </div>
      <SourceState source={source} />
      <Facts source={source} />
      {problem && (
        <p className={cards.failure} role="alert">
          {problem}
        </p>
      )}
      <div className={account.actions}>
        {state === 'asking' ? (
          <Button
            kind="primary"
            aria-haspopup="dialog"
            aria-label={labelOf(labels.answer)}
            onClick={plan.open}
          >
            {labels.answer}
          </Button>
        ) : (
          <>
            {/* One button, so that it keeps the focus. */}
            <Button
              aria-label={labelOf(state === 'running' ? labels.stop : labels.sync)}
              isBusy={isBusy}
              onClick={() => void run(startOrStop)}
            >
              {state === 'running' ? labels.stop : labels.sync}
            </Button>
            <Button
              aria-haspopup="dialog"
              aria-label={labelOf(labels.plan)}
              isDisabled={state === 'running'}
              onClick={plan.open}
            >
              {labels.plan}
            </Button>
          </>
        )}
        {waiting > 0 && (
          <Button aria-label={labelOf(labels.decide)} onClick={focusDecisions}>
            {labels.decide}
          </Button>
        )}
        <Button
          aria-haspopup="dialog"
          aria-label={labelOf(labels.settings)}
          onClick={settings.open}
        >
          {labels.settings}
        </Button>
        {!isConfigured && <Removal source={source} onRemoved={onRemoved} />}
      </div>
      {plan.isMounted && <PlanDialog source={source} {...plan.dialogProps} />}
      {settings.isMounted && <SettingsDialog source={source} {...settings.dialogProps} />}
    </li>
  )
}

function Facts({ source: { photos, omitted, lastRun, nextRun } }: { source: Source }) {
  const now = new Date()
  const next = () => {
    if (nextRun === null) return null
    return new Date(nextRun) <= now ? texts.facts.soon : timeOf(nextRun, now)
  }
  const last = lastRun
    ? [moment(lastRun.finishedAt), texts.run.counts(lastRun.counts), ...troubles(lastRun)]
    : [texts.facts.never]
  const facts = [
    [texts.facts.photos, grouped(photos)],
    [texts.facts.lastRun, last.join(' · ')],
    [texts.facts.omitted, omitted && (omissionSentences(omitted).join(' ') || null)],
    [texts.facts.nextRun, next()],
  ] as const
  return <CardFacts facts={facts} />
}

const troubles = ({ failed, unreadable }: NonNullable<Source['lastRun']>): string[] => [
  ...(failed > 0 ? [texts.run.failed(failed)] : []),
  ...(unreadable > 0 ? [texts.run.unreadable(unreadable)] : []),
]

function Removal({ source, onRemoved }: SourceCardProps) {
  const question = useDialog(ConfirmDialog)
  const { isBusy, problem, run } = useAction()

  const remove = async () => {
    await removeSource(source.id)
    forgetSource(source.id)
    onRemoved()
  }

  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={texts.actions.of(labels.remove, source.name)}
        onClick={question.open}
      >
        {labels.remove}
      </Button>
      {question.isMounted && (
        <ConfirmDialog
          title={texts.removal.title(source.name)}
          text={texts.removal.text(source)}
          ok={texts.removal.ok}
          isOpen={question.dialogProps.isOpen}
          isBusy={isBusy}
          problem={problem}
          onOk={() => void run(remove)}
          onCancel={() => question.dialogProps.onOpenChange(false)}
        />
      )}
    </>
  )
}
