import { type createOmissions, isJpegName } from '../../contract/imports/omissions.ts'
import { skipReasonOf } from '../../contract/imports/system-names.ts'
import type { FileEntry } from './load-google.ts'

const folderType = 'application/vnd.google-apps.folder'
const shortcutType = 'application/vnd.google-apps.shortcut'

/** What some programs upload JPEGs as; then the name must say that it is one. */
const otherJpegTypes = ['image/jpg', 'image/pjpeg', 'application/octet-stream']
const jpegType = 'image/jpeg'

/** Escapes a text for a query. */
export const quoted = (text: string) =>
  `'${text.replace(/[\\']/g, (character) => `\\${character}`)}'`

const typeIsOneOf = (types: readonly string[]) =>
  `(${types.map((type) => `mimeType = '${type}'`).join(' or ')})`

const inOneOf = (folderIds: readonly string[]) =>
  `(${folderIds.map((id) => `${quoted(id)} in parents`).join(' or ')})`

/** The query finds more than JPEGs; see {@link isJpeg}. */
export const jpegsIn = (...folderIds: readonly string[]): string =>
  `${inOneOf(folderIds)} and ${typeIsOneOf([jpegType, ...otherJpegTypes])} and trashed = false`

/** Files of every type, and the folders directly in these. */
export const entriesIn = (folderIds: readonly string[]): string =>
  `${inOneOf(folderIds)} and trashed = false`

export const isFolder = ({ mimeType }: FileEntry): boolean => mimeType === folderType

/** Whether it is imported; bins, and what systems keep beside photos, never are. */
export const isJpeg = (file: FileEntry): boolean =>
  hasJpegType(file) && skipReasonOf(file.name ?? '') === undefined

const hasJpegType = ({ mimeType, name }: FileEntry): boolean =>
  mimeType === jpegType || (otherJpegTypes.includes(mimeType ?? '') && isJpegName(name ?? ''))

/** Counts what is neither imported nor a folder. Documents of Google's own are no files. */
export function noteOmitted(file: FileEntry, omissions: ReturnType<typeof createOmissions>): void {
  const { name, mimeType } = file
  if (isJpeg(file) || mimeType?.startsWith('application/vnd.google-apps.')) return
  const reason = skipReasonOf(name ?? '')
  if (reason === undefined) omissions.addFile(name ?? '')
  else if (reason === 'hidden' && hasJpegType(file)) omissions.addSkipped(name ?? '', reason)
}

/** The query finds shortcuts to anything; see {@link folderIdOf}. */
export const anyFolder = `${typeIsOneOf([folderType, shortcutType])} and trashed = false`

/** The folder's id, or that of the folder to which a shortcut leads. */
export function folderIdOf({ id, mimeType, shortcutDetails }: FileEntry): string | undefined {
  if (mimeType === folderType) return id ?? undefined
  if (mimeType !== shortcutType || shortcutDetails?.targetMimeType !== folderType) return undefined
  return shortcutDetails.targetId ?? undefined
}
