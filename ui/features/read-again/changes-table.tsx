import { useCallback, useEffect, useState } from 'react'
import { photoTitle } from '../../../src/contract/photos/photo-facts.ts'
import type { Reading, ReadingChanges } from '../../../src/contract/photos/read-again.ts'
import { api, errorText, signedIn, unwrap } from '../../kit/api.ts'
import { Button } from '../../kit/components/Button.tsx'
import { ScrollBox } from '../../kit/components/ScrollBox.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { isUnknown } from './use-reading.ts'

const words = texts.dialog
const pageSize = 50

type Row = ReadingChanges['photos'][number]

type ChangesTableProps = {
  reading: Reading
  /** Another reading has begun. `onOutdated` must stay the same function. */
  onOutdated: () => void
}

/** The photos that would change, with what is shown now and what their files say. */
export function ChangesTable({ reading, onOutdated }: ChangesTableProps) {
  const { id, changed } = reading
  const [rows, setRows] = useState<readonly Row[]>([])
  /** Photos that were deleted meanwhile are in the pages, but not in the rows. */
  const [offset, setOffset] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const load = useCallback(
    async (from: number) => {
      setBusy(true)
      setProblem(undefined)
      const query = { limit: String(pageSize), offset: String(from) }
      const routes = api.photos['read-again'][':id']
      try {
        const page = await unwrap(signedIn(() => routes.changes.$get({ param: { id }, query })))
        setRows((before) => (from === 0 ? page.photos : [...before, ...page.photos]))
        setOffset(from + pageSize)
      } catch (error) {
        if (isUnknown(error)) onOutdated()
        else setProblem(errorText(error))
      } finally {
        setBusy(false)
      }
    },
    [id, onOutdated],
  )
  useEffect(() => void load(0), [load])

  const left = changed - offset
  return (
    <>
      <ScrollBox label={words.table} className={styles.tableBox}>
        <table className={styles.table}>
          <colgroup>
            <col className={styles.fieldColumn} />
            <col />
            <col />
          </colgroup>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{words.field}</th>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.after}</th>
            </tr>
          </thead>
          {rows.map((row) => (
            <PhotoRows key={row.photo.id} {...row} />
          ))}
        </table>
      </ScrollBox>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {(left > 0 || problem) && (
        <Button isBusy={isBusy} onClick={() => void load(offset)}>
          {problem ? words.retry : words.more(Math.min(left, pageSize))}
        </Button>
      )}
    </>
  )
}

function PhotoRows({ photo, changes }: Row) {
  return (
    <tbody>
      <tr>
        <th className={styles.photo} scope="rowgroup" colSpan={3}>
          <span className={styles.photoName}>
            <img
              className={styles.thumb}
              src={`/api/thumbs/${photo.fileName}`}
              alt=""
              width="40"
              height="40"
              loading="lazy"
            />
            <span>
              <bdi>{photoTitle(photo)}</bdi>
              <small className={styles.fileName}>{photo.sourceName}</small>
            </span>
          </span>
        </th>
      </tr>
      {changes.map(({ field, before, after }) => (
        <tr key={field}>
          <th className={styles.field} scope="row">
            {texts.fields[field]}
          </th>
          <td className={styles.before} dir="auto">
            {isEmpty(before) ? texts.value(before) : <del>{texts.value(before)}</del>}
          </td>
          <td className={styles.after} dir="auto">
            <ins className={styles.value}>{texts.value(after)}</ins>
          </td>
        </tr>
      ))}
    </tbody>
  )
}

const isEmpty = (value: Row['changes'][number]['before']) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
