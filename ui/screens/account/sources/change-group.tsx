import { useCallback, useEffect, useRef, useState } from 'react'
import type { ChangeKind } from '../../../../src/contract/imports/source-words.ts'
import type { PlannedChange, Source } from '../../../../src/contract/imports/sources.ts'
import type { Photo } from '../../../../src/contract/photos/photos.ts'
import { TilePicture } from '../../../catalogue/grid/tile-picture.tsx'
import * as cards from '../../../kit/account/settings-card.css.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { api, asSentence, ignoreApiError, unwrap } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { useAction } from '../../../kit/components/use-action.ts'
import { planOf } from './requests.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.plan
const pageSize = 20

/** Of a photo whose file is gone. */
const whatBecomesOfPhoto = ({ hides }: PlannedChange, { settings }: Source) => {
  if (hides) return labels.hides
  return settings.whenGone === 'trash' ? labels.hasAnotherFile : labels.isKept
}

type ChangeGroupProps = { source: Source; kind: ChangeKind; count: number }

/** The changes of one kind, some at a time. */
export function ChangeGroup({ source, kind, count }: ChangeGroupProps) {
  const sourceId = source.id
  const [changes, setChanges] = useState<readonly PlannedChange[]>([])
  const { isBusy, problem, run } = useAction()
  const list = useRef<HTMLUListElement>(null)
  /** The first of those that were just added gets the focus. */
  const focused = useRef<number>(undefined)
  const heading = `plan-${kind}`

  const load = useCallback(
    (offset: number) =>
      run(async () => {
        const query = { kind, limit: String(pageSize), offset: String(offset) }
        const page = await planOf(sourceId, query)
        setChanges((shown) => [...shown.slice(0, offset), ...page.changes])
      }),
    [sourceId, kind, run],
  )
  useEffect(() => void load(0), [load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever changes were added
  useEffect(() => {
    const row = focused.current === undefined ? undefined : list.current?.children[focused.current]
    focused.current = undefined
    if (row instanceof HTMLElement) row.focus()
  }, [changes])

  return (
    <section className={styles.group} aria-labelledby={heading}>
      <h3 className={styles.groupHeading} id={heading}>
        {labels.group(labels.groups[kind], count)}
      </h3>
      <ul className={styles.changes} ref={list}>
        {changes.map((change) => (
          <li
            key={`${change.path} ${change.from}`}
            className={change.photoId === null ? styles.newFile : styles.change}
            tabIndex={-1}
          >
            {change.photoId !== null && <ChangePicture photoId={change.photoId} />}
            <div>
              <p className={styles.path} dir="auto">
                {change.path}
              </p>
              {change.from !== null && change.from !== change.path && (
                <p className={cards.text} dir="auto">
                  {labels.from(change.from)}
                </p>
              )}
              {kind === 'gone' && change.photoId !== null && (
                <p className={cards.text}>{whatBecomesOfPhoto(change, source)}</p>
              )}
              {change.reason && <p className={cards.text}>{asSentence(change.reason)}</p>}
            </div>
          </li>
        ))}
      </ul>
      {problem && (
        <p className={account.problem} role="alert">
          {problem}
        </p>
      )}
      {(changes.length < count || problem) && (
        <Button
          isBusy={isBusy}
          aria-describedby={heading}
          onClick={() => {
            focused.current = changes.length
            void load(changes.length)
          }}
        >
          {problem ? texts.tryAgain : texts.showMore}
        </Button>
      )}
    </section>
  )
}

/** The picture of the photo that a change is about. */
function ChangePicture({ photoId }: { photoId: string }) {
  const [photo, setPhoto] = useState<Photo>()
  useEffect(() => {
    unwrap(api.photos[':id'].$get({ param: { id: photoId } })).then(setPhoto, ignoreApiError)
  }, [photoId])
  return (
    <div className={styles.thumb}>
      {photo && <TilePicture photo={photo} sizes="48px" className={styles.picture} />}
    </div>
  )
}
