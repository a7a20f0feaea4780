import type { JobFile, JobRow } from '../jobs/row.ts'
import { groupsOf, sortFiles } from './check.ts'
import type { DriveFailuresStore } from './failures.ts'
import type { FoundFile } from './found-file.ts'
import { toJobFile } from './source.ts'
import type { DriveStore } from './store.ts'

type Known = { readonly rows: DriveStore; readonly failures: DriveFailuresStore }

/** A job's files: the selected ones, or all that are new. */
export function filesToImport(
  found: readonly FoundFile[],
  { wanted }: Pick<JobRow, 'wanted'>,
  known: Known,
): JobFile[] {
  if (wanted === null) {
    return sortFiles(found, known).fresh.map(({ file, others }) => toJobFile(file, others))
  }
  const ids = JSON.parse(wanted) as string[]
  const selected = new Set(ids)
  const isFinal = known.failures.areFinal()
  const groups = [...groupsOf(found, known.rows).values()]
  const groupById = new Map(groups.flatMap((group) => group.map((file) => [file.id, group])))
  return ids.map((id) => {
    const group = groupById.get(id)
    const file = group?.find((each) => each.id === id)
    if (!group || !file) return missing(id, known.failures.nameOf(id) ?? id)
    const others = group.filter(
      (each) => !selected.has(each.id) && each.blockedBy === undefined && !isFinal(each),
    )
    if (file.blockedBy === undefined) return toJobFile(file, others)
    const [other, ...rest] = others
    return other ? toJobFile(other, rest) : { ...toJobFile(file), reason: file.blockedBy }
  })
}

const missing = (id: string, name: string): JobFile => ({
  file_id: id,
  name,
  md5: '',
  bytes: 0,
  created_time: '',
  version: '',
  reason: 'it is no longer in the drive',
  others: '[]',
})
