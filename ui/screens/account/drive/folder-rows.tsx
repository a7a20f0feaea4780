import { ChevronRight, Folder } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { ownValue } from '../../../../src/contract/own-value.ts'
import { texts } from '../../../features/drive-import/texts.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { plainList } from '../../../kit/components/plain-list.css.ts'
import * as styles from './chooser.css.ts'
import { chooserTexts } from './chooser-texts.ts'
import type { BrowsedFolder, useFolderBrowser } from './use-folder-browser.ts'

const labels = chooserTexts

type FolderRowsProps = Omit<ReturnType<typeof useFolderBrowser>, 'open'> & {
  area: RefObject<HTMLElement | null>
  onOpen: (folder: BrowsedFolder) => void
}

/** The folders in the one being browsed: loading, none, not loaded, or a list with more to come. */
export function FolderRows(props: FolderRowsProps) {
  const { area, path, folders, next, isBusy, problem, showMore, retry, onOpen } = props
  const list = useRef<HTMLUListElement>(null)
  const shownBefore = useRef(0)

  // After 'Show more', which may be gone, the first of the added rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time rows are added
  useEffect(() => {
    const from = shownBefore.current
    shownBefore.current = 0
    const rows = list.current?.querySelectorAll('button')
    if (from > 0) rows?.[Math.min(from, rows.length - 1)]?.focus()
  }, [folders])

  return (
    <section
      ref={area}
      className={styles.area}
      aria-label={labels.list(path.at(-1))}
      aria-busy={isBusy}
      tabIndex={-1}
      onKeyDown={moveBetweenRows}
    >
      <p className="visually-hidden" role="status">
        {isBusy ? labels.loading : folders && labels.count(folders.length, next !== null)}
      </p>
      {isBusy && !folders && <p className={styles.waiting}>{labels.loading}</p>}
      {folders?.length === 0 && !problem && (
        <p className={styles.empty}>{labels.empty(path.at(-1))}</p>
      )}
      {folders && folders.length > 0 && (
        <ul className={plainList} ref={list}>
          {folders.map((folder) => (
            <li key={folder.id}>
              <button type="button" className={styles.row} data-row onClick={() => onOpen(folder)}>
                <Folder aria-hidden="true" size={18} strokeWidth={1.6} />
                <span className={styles.rowName} dir="auto">
                  {folder.name}
                </span>
                <ChevronRight aria-hidden="true" size={18} strokeWidth={1.6} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <div className={styles.failed}>
          <p className={styles.problem} role="alert">
            {problem}
          </p>
          <Button
            onClick={() => {
              area.current?.focus()
              retry()
            }}
          >
            {texts.tryAgain}
          </Button>
        </div>
      )}
      {next !== null && !problem && (
        <div className={styles.more}>
          <Button
            isBusy={isBusy}
            onClick={() => {
              shownBefore.current = folders?.length ?? 0
              // The button may be gone afterwards, and the focus with it.
              area.current?.focus()
              showMore()
            }}
          >
            {texts.showMore}
          </Button>
        </div>
      )}
    </section>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The arrow keys move between folders, as in a file manager; so does Tab. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('li > button')]
  const step = ownValue(steps, event.key)
  if (step === undefined || rows.length === 0) return
  event.preventDefault()
  const place = rows.indexOf(document.activeElement as HTMLElement)
  const next = place === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, place + step))
  rows[next]?.focus()
}
