import type { BackupOutcome } from '../../../../src/contract/site/backup-outcomes.ts'
import type { BackupTarget, Safety } from '../../../../src/contract/site/safety.ts'
import { CardFacts } from '../../../kit/account/CardFacts.tsx'
import * as cards from '../../../kit/account/settings-card.css.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { asSentence } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { ProgressBar } from '../../../kit/components/ProgressBar.tsx'
import { useAction } from '../../../kit/components/use-action.ts'
import { useDialog } from '../../../kit/components/use-dialog.ts'
import { day, moment, timeOf } from '../../../kit/times.ts'
import { startBackup, stopBackup } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const ConfirmDialog = lazyWithRetry(
  async () => (await import('../../../kit/components/ConfirmDialog.tsx')).ConfirmDialog,
)
const labels = texts.targets
const badOutcomes: readonly BackupOutcome[] = ['failed', 'incomplete', 'missing', 'wrong']

type TargetProps = { target: BackupTarget; running: Safety['running'] }

/** A folder for backups, how its last one ended, and a button for the next. */
export function TargetCard({ target, running }: TargetProps) {
  const { id, folder, isConfigured, isRunning, isHeld, isWaiting, lastRun } = target
  const { isBusy, problem, run } = useAction({ within: labels.failed })
  const idle = isHeld ? labels.goOn : labels.now
  const action = isRunning ? labels.stop : idle
  return (
    <li className={cards.card} aria-labelledby={`target-${id}`}>
      <div>
        <h3 className={cards.heading} id={`target-${id}`} dir="auto">
          {folder}
        </h3>
        {isConfigured && <p className={cards.text}>{labels.configured}</p>}
      </div>
      <TargetState target={target} running={running} />
      {!isRunning && <Notes target={target} />}
      <Facts target={target} />
      {problem && (
        <p className={cards.failure} role="alert">
          {problem}
        </p>
      )}
      <div className={account.actions}>
        {/* One button, so that it keeps the focus. */}
        <Button
          aria-label={labels.of(action, folder)}
          isBusy={isBusy}
          isDisabled={isWaiting}
          onClick={() => void run(() => (isRunning ? stopBackup() : startBackup({ target: id })))}
        >
          {action}
        </Button>
        {!isRunning && lastRun?.outcome === 'missing' && <StartOver target={target} />}
      </div>
    </li>
  )
}

/** Asks first: a disk that is not mounted looks the same. */
function StartOver({ target: { id, folder } }: { target: BackupTarget }) {
  const question = useDialog(ConfirmDialog)
  const { isBusy, problem, run } = useAction()
  const { title, text, ok } = labels.startingOver
  const start = async () => {
    await startBackup({ target: id, startsOver: true })
    question.dialogProps.onOpenChange(false)
  }
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={labels.of(labels.startOver, folder)}
        onClick={question.open}
      >
        {labels.startOver}
      </Button>
      {question.isMounted && (
        <ConfirmDialog
          title={title(folder)}
          text={text}
          ok={ok}
          isOpen={question.dialogProps.isOpen}
          isBusy={isBusy}
          problem={problem}
          onOk={() => void run(start)}
          onCancel={() => question.dialogProps.onOpenChange(false)}
        />
      )}
    </>
  )
}

function TargetState({ target, running }: TargetProps) {
  const { folder, isRunning, lastRun } = target
  const isBad =
    !isRunning &&
    lastRun !== null &&
    (badOutcomes.includes(lastRun.outcome) || hasOnlyFailedDrill(target))
  return (
    <div className={cards.state}>
      <p className={isBad ? cards.failure : cards.stateText} role="status">
        {stateText(target, running)}
      </p>
      {isRunning && (
        <ProgressBar
          label={labels.progress(folder)}
          percent={running ? percentOf(running) : undefined}
        />
      )}
    </div>
  )
}

function stateText(target: BackupTarget, running: Safety['running']): string {
  const { isRunning, isHeld, isWaiting, lastRun } = target
  if (isRunning) return running?.total ? progressText(running) : labels.preparing
  if (isHeld) return labels.held
  if (isWaiting) return labels.waiting
  if (hasOnlyFailedDrill(target)) return labels.drillFailed
  return lastRun ? labels.outcomes[lastRun.outcome] : labels.never
}

const hasOnlyFailedDrill = ({ lastRun, lastDrill }: BackupTarget): boolean =>
  lastRun?.outcome === 'done' && lastDrill !== null && lastDrill.problems.length > 0

const progressText = (running: NonNullable<Safety['running']>): string =>
  running.isDrill ? labels.drilling(running) : labels.running(running)

function lastRunFact(lastRun: BackupTarget['lastRun']): readonly [string, string | null] {
  if (!lastRun) return [labels.facts.last, null]
  const at = moment(lastRun.at)
  return madeSnapshot(lastRun.outcome)
    ? [labels.facts.last, labels.facts.added(at, lastRun.addedBytes)]
    : [labels.facts.attempt, at]
}

/** Whether the backup added something to the folder. */
const madeSnapshot = (outcome: BackupOutcome): boolean => ['done', 'incomplete'].includes(outcome)

const percentOf = ({ done, total }: NonNullable<Safety['running']>): number | undefined =>
  total ? (100 * done) / total : undefined

/** What the last backup and the last restore drill have to say. */
function Notes({ target: { lastRun, lastDrill } }: { target: BackupTarget }) {
  const { reason = null, notes = [] } = lastRun ?? {}
  const lines = [...(reason ? [reason] : []), ...notes, ...(lastDrill?.problems ?? [])]
  if (lines.length === 0) return null
  return (
    <ul className={styles.notes}>
      {lines.map((note) => (
        <li key={note} className={cards.text}>
          {asSentence(note)}
        </li>
      ))}
    </ul>
  )
}

function Facts({ target }: { target: BackupTarget }) {
  const { verified, lastRun, lastDrill, nextAt, isRunning } = target
  const now = new Date()
  const next = nextAt && (new Date(nextAt) <= now ? labels.facts.soon : timeOf(nextAt, now))
  const facts = [
    [labels.facts.verified, verified && labels.facts.verifiedAt(moment(verified.at), verified)],
    lastRunFact(lastRun),
    [labels.facts.drill, lastDrill && labels.facts.drilled(day(lastDrill.at), lastDrill)],
    [labels.facts.next, isRunning ? null : next],
  ] as const
  return <CardFacts facts={facts} />
}
