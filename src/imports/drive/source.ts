import type { JobFile } from '../jobs/row.ts'
import type { FoundFile } from './found-file.ts'

/** A file to download, as far as it is known; `md5` is '' if Drive does not know it. */
export type Source = {
  readonly file_id: string
  readonly name: string
  readonly md5: string
  readonly bytes: number
  readonly created_time: string
  readonly version: string
}

export const toSource = (file: FoundFile): Source => ({
  file_id: file.id,
  name: file.name,
  md5: file.md5Checksum,
  bytes: file.size,
  created_time: file.createdTime,
  version: file.version,
})

export const toJobFile = (file: FoundFile, others: readonly FoundFile[] = []): JobFile => ({
  ...toSource(file),
  reason: null,
  others: JSON.stringify(others.map(toSource)),
})

/** The file itself and its equals, in the order in which they are tried. */
export const sourcesOf = ({ others, ...file }: JobFile): Source[] => [
  file,
  ...(JSON.parse(others) as Source[]),
]
