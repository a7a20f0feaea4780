import { originalsLimits } from '../../../../../src/contract/limits.ts'
import type { Originals } from '../../../../../src/contract/site/originals.ts'
import { LoadState } from '../../../../kit/account/SettingsScreen.tsx'
import * as cards from '../../../../kit/account/settings-card.css.ts'
import * as account from '../../../../kit/account/styles.css.ts'
import { Button } from '../../../../kit/components/Button.tsx'
import { ProgressBar } from '../../../../kit/components/ProgressBar.tsx'
import { useAction } from '../../../../kit/components/use-action.ts'
import { day } from '../../../../kit/times.ts'
import { OriginalRow } from './original-row.tsx'
import { checkAgain, useOriginals } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { usePutBack } from './use-put-back.ts'

/** Whether all originals are whole; those that are not, and how they come back. */
export function OriginalsSection() {
  const { originals, problem, retry } = useOriginals()
  const work = usePutBack(originals)
  const { heading, list, busyId, progress, failures, news, isBusy, one } = work
  return (
    <section className={account.part} aria-labelledby="originals">
      <h2 className={account.partHeading} id="originals" ref={heading} tabIndex={-1}>
        {texts.heading}
      </h2>
      <div>
        <p className={cards.text}>{texts.lead}</p>
        <p className={styles.news} role="status">
          {news}
        </p>
      </div>
      <LoadState isLoaded={originals !== undefined} problem={problem} onRetry={retry} />
      {originals && (
        <>
          <State originals={originals} />
          {originals.damagedCount > 0 && <Actions originals={originals} work={work} />}
          {progress && (
            <div className={styles.state}>
              <p className={cards.stateText}>{texts.progressText(progress.done, progress.total)}</p>
              <ProgressBar label={texts.progress} percent={percentOf(progress)} />
            </div>
          )}
          {originals.damaged.length > 0 && (
            <ul className={styles.list} ref={list}>
              {originals.damaged.map((original, index) => (
                <OriginalRow
                  key={original.id}
                  original={original}
                  failure={failures.get(original.id)}
                  isBusy={busyId === original.id}
                  isDisabled={isBusy}
                  onPutBack={() => void one(original.id, index)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

const percentOf = ({ done, total }: { done: number; total: number }) =>
  total === 0 ? undefined : Math.min(100, (100 * done) / total)

function State({ originals }: { originals: Originals }) {
  const { damagedCount: count, savedCount, damaged } = originals
  const reads = readsOf(originals)
  if (count === 0) return <p className={cards.stateText}>{reads}</p>
  const shown = count > damaged.length ? [texts.shown(originalsLimits.shown)] : []
  return (
    <div className={styles.state}>
      <p className={cards.failure}>
        {[texts.damaged(count), texts.saved(count, savedCount), ...shown].join(' ')}
      </p>
      <p className={cards.stateText}>{reads}</p>
    </div>
  )
}

function readsOf({ pass, allReadSince, damagedCount }: Originals): string {
  const parts = [
    ...(allReadSince ? [texts.since(day(allReadSince))] : []),
    ...(pass ? [texts.pass(day(pass.beganAt), pass)] : []),
  ]
  if (parts.length === 0) return texts.notYet
  return [...parts, ...(damagedCount === 0 ? [texts.good] : [])].join(' ')
}

function Actions({
  originals,
  work,
}: {
  originals: Originals
  work: ReturnType<typeof usePutBack>
}) {
  const checking = useAction({ within: texts.checkFailed })
  const problem = work.problem ?? checking.problem
  return (
    <>
      {problem && (
        <p className={cards.failure} role="alert">
          {problem}
        </p>
      )}
      <div className={account.actions}>
        {originals.savedCount > 1 && (
          <Button
            kind="primary"
            isBusy={work.progress !== undefined}
            isDisabled={work.isBusy}
            onClick={() => void work.all(originals)}
          >
            {texts.putBackAll}
          </Button>
        )}
        <Button
          isBusy={checking.isBusy || originals.isChecking}
          isDisabled={work.isBusy}
          onClick={() => void checking.run(checkAgain)}
        >
          {texts.checkAgain}
        </Button>
        {originals.isChecking && <p className={cards.text}>{texts.checking}</p>}
      </div>
    </>
  )
}
