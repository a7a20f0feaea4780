import { Fragment } from 'react'
import type { Status } from '../../../../src/contract/site/status.ts'
import { LoadState, SettingsScreen } from '../../../kit/account/SettingsScreen.tsx'
import { textLink } from '../../../kit/components/Link.css.ts'
import { Link } from '../../../kit/components/Link.tsx'
import { paths } from '../../../kit/paths.ts'
import { texts as accountTexts } from '../texts.ts'
import { DiskUse } from './disk-use.tsx'
import { Jobs } from './jobs.tsx'
import { Overview } from './overview.tsx'
import { useStatus } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { Warnings } from './warnings.tsx'

/** What the owner should know about the running gallery. */
export default function StatusScreen() {
  const { known, problem, refresh } = useStatus()
  return (
    <SettingsScreen title={accountTexts.settings.status} lead={texts.lead}>
      <LoadState
        isLoaded={known !== undefined}
        problem={problem}
        onRetry={refresh}
        styles={{ failure: styles.part, problem: styles.failure, waiting: styles.waiting }}
      />
      {known && (
        <>
          <NeedsAttention problems={known.status.problems} isOutdated={problem !== undefined} />
          <Jobs jobs={known.status.jobs} />
          <Overview status={known.status} now={known.at} />
          <DiskUse disk={known.status.disk} />
          <Warnings warnings={known.status.warnings} />
        </>
      )}
    </SettingsScreen>
  )
}

type AttentionProps = { problems: Status['problems']; isOutdated: boolean }

function NeedsAttention({ problems, isOutdated }: AttentionProps) {
  if (problems.length === 0) {
    return isOutdated ? null : <p className={styles.fine}>{texts.attention.none}</p>
  }
  return (
    <section className={styles.attention} aria-labelledby="status-attention">
      <h2 className={styles.heading} id="status-attention">
        {texts.attention.heading}
      </h2>
      <ul className={styles.items}>
        {problems.map(({ kind, text, advice, command }) => (
          <li key={text} className={styles.item}>
            <p>{text}</p>
            <p className={styles.text}>{advice}</p>
            {command && <Command text={command} />}
            {(kind === 'drive' || kind === 'failures') && (
              <Link className={textLink} to={paths.account('drive')}>
                {texts.attention.openDrive}
              </Link>
            )}
            {(kind === 'safety' || kind === 'backup') && (
              <Link className={textLink} to={paths.account('safety')}>
                {texts.attention.openSafety}
              </Link>
            )}
            {kind === 'source' && (
              <Link className={textLink} to={paths.account('sources')}>
                {texts.attention.openSources}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Broken between its words only, since `--` alone at the end of a line reads as an argument. */
function Command({ text }: { text: string }) {
  return (
    <code className={styles.command}>
      {text.split(' ').map((word, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a command may repeat a word
        <Fragment key={position}>
          {position > 0 && ' '}
          <span className={styles.word}>{word}</span>
        </Fragment>
      ))}
    </code>
  )
}
