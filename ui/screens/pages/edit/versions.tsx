import { useCallback, useState } from 'react'
import type { PageName, PageVersion } from '../../../../src/contract/site/pages.ts'
import { sizeText } from '../../../../src/contract/text/size-text.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { api, signedIn, unwrap } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../../kit/components/lazy-with-retry.tsx'
import { plainList } from '../../../kit/components/plain-list.css.ts'
import { quietText } from '../../../kit/components/text.css.ts'
import { useDialog } from '../../../kit/components/use-dialog.ts'
import { useResource } from '../../../kit/resource.ts'
import { moment } from '../../../kit/times.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import type { PageDraft } from './use-page-draft.ts'

const VersionDialog = lazyWithRetry(async () => (await import('./version-dialog.tsx')).default)
const labels = texts.versions

type VersionsProps = {
  page: PageName
  draft: PageDraft
  /** Of the saved text; another one means that there is another version. */
  revision: string
}

/** The texts that the page had before. */
export function Versions({ page, draft, revision }: VersionsProps) {
  const { data: versions, problem } = useVersions(page, revision)
  const [viewed, setViewed] = useState<PageVersion>()
  const dialog = useDialog(VersionDialog)
  const earlier = versions?.filter(({ isCurrent }) => !isCurrent) ?? []

  const view = (version: PageVersion) => {
    setViewed(version)
    dialog.open()
  }

  return (
    <section className={styles.versions} aria-labelledby="page-versions">
      <h2 className={account.partHeading} id="page-versions">
        {labels.heading}
      </h2>
      {versions && <p className={quietText}>{earlier.length === 0 ? labels.none : labels.lead}</p>}
      {problem && (
        <p className={account.problem} role="alert">
          {problem}
        </p>
      )}
      {earlier.length > 0 && (
        <ol className={plainList} aria-labelledby="page-versions">
          {earlier.map((version) => (
            <li key={version.id} className={styles.row}>
              <div>
                <p>{moment(version.savedAt)}</p>
                <p className={quietText}>{aboutOf(version)}</p>
              </div>
              <Button
                aria-label={labels.viewOf(moment(version.savedAt))}
                aria-haspopup="dialog"
                onClick={() => view(version)}
              >
                {labels.view}
              </Button>
            </li>
          ))}
        </ol>
      )}
      {dialog.isMounted && viewed && (
        <VersionDialog {...dialog.dialogProps} page={page} version={viewed} draft={draft} />
      )}
    </section>
  )
}

const aboutOf = ({ bytes, source }: PageVersion) =>
  source === 'file' ? `${sizeText(bytes)}, ${labels.fromFile}` : sizeText(bytes)

function useVersions(page: PageName, revision: string) {
  const load = useCallback(
    () => unwrap(signedIn(() => api.pages[':page'].versions.$get({ param: { page } }))),
    [page],
  )
  // Another revision is another version.
  return useResource(load, { within: labels.failed, refreshOn: revision })
}
