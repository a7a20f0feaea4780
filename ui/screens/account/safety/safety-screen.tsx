import type { Safety } from '../../../../src/contract/site/safety.ts'
import { agoText } from '../../../features/comments/time-ago.ts'
import { LoadState, SettingsScreen } from '../../../kit/account/SettingsScreen.tsx'
import * as cards from '../../../kit/account/settings-card.css.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { useAction } from '../../../kit/components/use-action.ts'
import { timeOf } from '../../../kit/times.ts'
import { texts as accountTexts } from '../texts.ts'
import { EncryptionSection } from './encryption-section.tsx'
import { NoticesSection } from './notices/notices-section.tsx'
import { OriginalsSection } from './originals/originals-section.tsx'
import { SafetyForm } from './safety-form.tsx'
import { startBackup, useSafety } from './state.ts'
import * as styles from './styles.css.ts'
import { TargetCard } from './target-card.tsx'
import { texts } from './texts.ts'

const labels = texts.targets

/** /account/safety: the backups that the gallery makes by itself, and whether the originals are whole, and who is told. */
export default function SafetyScreen() {
  const { safety, problem, refresh } = useSafety()
  return (
    <SettingsScreen title={accountTexts.settings.safety} lead={texts.lead}>
      <LoadState isLoaded={safety !== undefined} problem={problem} onRetry={refresh} />
      {safety && (
        <>
          <Summary safety={safety} />
          {safety.targets.length > 0 && (
            <section className={account.part} aria-labelledby="safety-targets">
              <h2 className={account.partHeading} id="safety-targets">
                {labels.heading}
              </h2>
              <ul className={styles.list}>
                {safety.targets.map((target) => (
                  <TargetCard key={target.id} target={target} running={safety.running} />
                ))}
              </ul>
            </section>
          )}
          <SafetyForm safety={safety} />
          {safety.hasBucketAccess && <EncryptionSection safety={safety} onMade={refresh} />}
          <OriginalsSection />
          <NoticesSection />
        </>
      )}
    </SettingsScreen>
  )
}

/** What matters most, in one or two sentences. */
function Summary({ safety }: { safety: Safety }) {
  const { isBusy, problem, run } = useAction({ within: labels.failed })
  const { targets, running } = safety
  const isUnderWay = running !== null || targets.some(({ isWaiting }) => isWaiting)
  return (
    <div className={styles.summary}>
      <p role="status">{summaryOf(safety).join(' ')}</p>
      {targets.filter(({ isHeld }) => !isHeld).length > 1 && (
        <div>
          <Button
            kind="primary"
            isBusy={isBusy}
            isDisabled={isUnderWay}
            onClick={() => void run(() => startBackup())}
          >
            {texts.all}
          </Button>
        </div>
      )}
      {problem && (
        <p className={cards.failure} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function summaryOf({ targets }: Safety): string[] {
  if (targets.length === 0) return [texts.summary.none]
  const now = new Date()
  const [last] = targets
    .flatMap(({ verified }) => verified ?? [])
    .sort((one, other) => other.at.localeCompare(one.at))
  const [next] = targets.flatMap(({ nextAt }) => nextAt ?? []).sort()
  return [
    last ? texts.summary.last(agoText(last.at, now.getTime()), last) : texts.summary.notYet,
    ...(next ? [nextOf(next, now)] : []),
  ]
}

const nextOf = (next: string, now: Date): string =>
  new Date(next) <= now ? texts.summary.soon : texts.summary.next(timeOf(next, now))
