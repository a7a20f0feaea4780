import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useImport } from '../../../features/drive-import/import-job.ts'
import { listingAtom } from '../../../features/drive-import/state.ts'
import * as styles from '../../../features/drive-import/styles.css.ts'
import { texts } from '../../../features/drive-import/texts.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { Checkbox } from '../../../kit/components/Checkbox.tsx'
import { plainList } from '../../../kit/components/plain-list.css.ts'
import { quietText } from '../../../kit/components/text.css.ts'
import { useShownRows } from '../../../kit/components/use-shown-rows.ts'

const labels = texts.deleted

/** Files deleted from the gallery, which can be selected to be imported again. */
export function DeletedFiles() {
  const files = useAtomValue(listingAtom)?.deleted ?? []
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { isBusy, isLive, start } = useImport()
  const { shown, more, showMore } = useShownRows(files)
  if (files.length === 0) return null

  // Files imported in the meantime are no longer listed.
  const wanted = files.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const chooseAll = (isChosen: boolean) =>
    setChosen(new Set(isChosen ? files.map(({ id }) => id) : []))

  return (
    <section className={account.part} aria-labelledby="drive-deleted">
      <h2 className={account.partHeading} id="drive-deleted">
        {labels.heading}
      </h2>
      <p className={quietText}>{labels.lead}</p>
      {files.length > 1 && (
        <Checkbox
          label={labels.all(files.length)}
          checked={wanted.length === files.length}
          onChange={({ target }) => chooseAll(target.checked)}
        />
      )}
      <ul className={plainList} aria-label={labels.heading}>
        {shown.map(({ id, name, size, createdTime }) => (
          <li key={id} className={styles.choice}>
            <Checkbox
              label={name}
              hint={labels.about(size, createdTime)}
              checked={chosen.has(id)}
              onChange={({ target }) => choose(id, target.checked)}
            />
          </li>
        ))}
      </ul>
      <div className={account.actions}>
        {more > 0 && <Button onClick={showMore}>{texts.more(more)}</Button>}
        <Button
          isBusy={isBusy}
          isDisabled={isLive || wanted.length === 0}
          onClick={() => void start({ fileIds: wanted })}
        >
          {labels.submit(wanted.length)}
        </Button>
      </div>
    </section>
  )
}
