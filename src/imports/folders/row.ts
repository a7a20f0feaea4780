import { dirname } from 'node:path/posix'
import type { ChangeKind, SourceKind, WhenGone } from '../../contract/imports/source-words.ts'
import type { ListedItem } from './driver.ts'

export type SourceRow = {
  row_id: number
  id: string
  kind: SourceKind
  location: string
  name: string
  is_configured: number
  every_hours: number | null
  subfolders: number
  album_per_subfolder: number
  when_gone: WhenGone
  cursor: string | null
  next_run_at: number | null
  /** The stage of the run that is under way or waits; null if there is none. */
  stage: 'listing' | 'applying' | 'previewed' | 'asking' | null
  is_preview: number
  run_started_at: number | null
  next_cursor: string | null
  /** JSON of what the owner agreed to. */
  answer: string | null
  /** When the owner last agreed to hide photos, in ms since the epoch. */
  agreed_at: number | null
  plan_made_at: number | null
  plan_unreadable: number
  /** JSON of what the latest whole listing left out. */
  omitted: string | null
  /** JSON, as the API shows it. */
  last_run: string | null
}

/** The columns that can change. */
export type SourceRowChange = Partial<Omit<SourceRow, 'row_id' | 'id' | 'kind' | 'location'>>

export type NewSourceRow = Pick<
  SourceRow,
  | 'id'
  | 'kind'
  | 'location'
  | 'name'
  | 'is_configured'
  | 'every_hours'
  | 'subfolders'
  | 'album_per_subfolder'
  | 'when_gone'
>

export type ChangeRow = {
  place: number
  kind: ChangeKind
  item: string
  from_item: string | null
  from_path: string | null
  /** JSON. */
  listed: string
  photo: string | null
  hides: number
  reason: string | null
  state: 'planned' | 'done' | 'failed' | 'left'
}

/** Why a file does not belong to a photo yet. */
export const waitingReason = 'it may be a new version of a photo; your account asks what to do'

/** The folder of a file, as rules know it. */
export function placeOf({ kind, location, name }: SourceRow, path: string): string {
  const folder = dirname(path)
  const root = kind === 'folder' ? location : name
  return folder === '.' ? root : `${root}/${folder}`
}

export const listedOf = ({ listed }: ChangeRow): ListedItem => JSON.parse(listed) as ListedItem

/** What a driver needs to know of its source. */
export const folderOf = ({ id, location, name, subfolders }: SourceRow) => ({
  id,
  location,
  name,
  hasSubfolders: subfolders === 1,
})
