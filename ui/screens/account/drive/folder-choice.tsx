import { Folder } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DriveFolder } from '../../../../src/contract/imports/drive.ts'
import * as styles from '../../../features/drive-import/styles.css.ts'
import { texts } from '../../../features/drive-import/texts.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { ApiError, api, signedIn, unwrap } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { quietText } from '../../../kit/components/text.css.ts'
import { driveErrorText } from '../../../kit/reason.ts'

const labels = texts.folder

export type FoldersOfOneName = {
  readonly name: string
  readonly folders: readonly DriveFolder[]
  /** The token of the next page, if any. */
  readonly next: string | null
}

/** The first folders to choose from, if an error says that the name is ambiguous. */
export function foldersOf(error: unknown, name: string): FoldersOfOneName | undefined {
  const details = error instanceof ApiError ? error.refusal?.details : undefined
  if (!details?.folders) return undefined
  const { folders, next = null } = details as Pick<FoldersOfOneName, 'folders' | 'next'>
  return { name, folders, next }
}

type FolderChoiceProps = FoldersOfOneName & { onChoose: (folder: DriveFolder) => void }

/** Folders of the same name, with path, photo count and date. */
export function FolderChoice({ name, folders, next, onChoose }: FolderChoiceProps) {
  const [known, setKnown] = useState({ folders, next })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const first = useRef(0)

  // The first of those just shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    list.current?.querySelectorAll('button')[first.current]?.focus()
  }, [known])

  const showMore = async (pageToken: string) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const page = await unwrap(
        signedIn(() => api.drive.folders.$get({ query: { name, pageToken } })),
      )
      if ('path' in page) return
      first.current = known.folders.length
      setKnown({ folders: [...known.folders, ...page.folders], next: page.next })
    } catch (error) {
      setProblem(driveErrorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={styles.folders} aria-labelledby="drive-folders">
      <p className={quietText} id="drive-folders" role="status">
        {labels.several(name)}
      </p>
      <ul className={styles.choices} ref={list}>
        {known.folders.map((folder) => (
          <li key={folder.id} className={styles.candidate}>
            <Folder aria-hidden="true" size={18} strokeWidth={1.6} />
            <button
              type="button"
              className={styles.candidateButton}
              dir="auto"
              aria-describedby={`folder-${folder.id}`}
              onClick={() => onChoose(folder)}
            >
              {folder.path}
            </button>
            <p className={styles.candidateText} id={`folder-${folder.id}`}>
              {labels.about(folder.photos, folder.createdTime)}
            </p>
          </li>
        ))}
      </ul>
      {problem && (
        <p className={styles.failure} role="alert">
          {problem}
        </p>
      )}
      {known.next !== null && (
        <div className={account.actions}>
          <Button isBusy={isBusy} onClick={() => known.next && void showMore(known.next)}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </section>
  )
}
