import { useEffect, useRef, useState } from 'react'
import type { DriveStatus } from '../../../../src/contract/imports/drive.ts'
import type { Source } from '../../../../src/contract/imports/sources.ts'
import { PendingDecisions } from '../../../features/versions/pending-decisions.tsx'
import { LoadState, SettingsScreen } from '../../../kit/account/SettingsScreen.tsx'
import * as cards from '../../../kit/account/settings-card.css.ts'
import { api, signedIn, unwrap } from '../../../kit/api.ts'
import { primary } from '../../../kit/components/Button.css.ts'
import { useResource } from '../../../kit/resource.ts'
import { ConnectLink } from '../drive/connect.tsx'
import { AddSource } from './add-source.tsx'
import { SourceCard } from './source-card.tsx'
import { useSources } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

/** /account/sources: folders that the gallery follows. */
export default function SourcesScreen() {
  const { sources, problem, refresh } = useSources()
  const drive = useDriveStatus(sources)
  const [removed, setRemoved] = useState<Source>()
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that had it is gone with its card.
  useEffect(() => {
    if (removed) heading.current?.focus()
  }, [removed])

  return (
    <SettingsScreen title={texts.title} lead={texts.lead} heading={heading}>
      <LoadState
        isLoaded={sources !== undefined}
        problem={problem}
        onRetry={refresh}
        loading={texts.loading}
        styles={{ failure: styles.part, problem: cards.failure, waiting: styles.waiting }}
      />
      <p className={styles.status} role="status">
        {removed && texts.removal.removed(removed.name)}
      </p>
      {drive && !drive.authenticated && sources?.some(({ kind }) => kind === 'drive') && (
        <LostDrive status={drive} />
      )}
      {sources?.length === 0 && (
        <section className={styles.part} aria-labelledby="sources-none">
          <h2 className={cards.heading} id="sources-none">
            {texts.none.heading}
          </h2>
          <p className={cards.text}>{texts.none.text}</p>
        </section>
      )}
      {sources && sources.length > 0 && (
        <ul className={styles.list}>
          {sources.map((source) => (
            <SourceCard key={source.id} source={source} onRemoved={() => setRemoved(source)} />
          ))}
        </ul>
      )}
      <PendingDecisions
        screen="sources"
        sourceOf={({ sourceId }) => sources?.find(({ id }) => id === sourceId)?.name}
        changes={sources?.map(({ waiting }) => waiting).join()}
        next={heading}
      />
      {sources && <AddSource isConnected={drive?.authenticated === true} />}
    </SettingsScreen>
  )
}

function LostDrive({ status }: { status: DriveStatus }) {
  return (
    <section className={styles.attention} aria-labelledby="sources-lost">
      <h2 className={cards.heading} id="sources-lost">
        {texts.lost.heading}
      </h2>
      {status.reason && <p className={cards.failure}>{status.reason}</p>}
      <p className={cards.text}>{texts.lost.text}</p>
      <ConnectLink
        className={primary}
        label={status.isLost ? texts.lost.again : texts.lost.connect}
      />
    </section>
  )
}

/** Whether Google Drive is connected; refreshed after each run, which may have lost it. */
function useDriveStatus(sources: readonly Source[] | undefined): DriveStatus | undefined {
  const lastRuns = sources?.map(({ lastRun }) => lastRun?.finishedAt).join()
  return useResource(fetchDriveStatus, { refreshOn: lastRuns }).data
}

const fetchDriveStatus = () => unwrap(signedIn(() => api.drive.authenticated.$get()))
