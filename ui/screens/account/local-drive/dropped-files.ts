import {
  createOmissions,
  isJpegName,
  type Omissions,
} from '../../../../src/contract/imports/omissions.ts'
import { skipReasonOf } from '../../../../src/contract/imports/system-names.ts'

/** Numbers in natural order: 2 before 10. */
const byName = new Intl.Collator('en', { numeric: true }).compare

/** A batch of dropped files to upload; `omitted` is what was left out of the folders so far. */
export type DroppedFiles = { readonly files: readonly File[]; readonly omitted: Omissions }

/**
 * The dropped files, and the pictures in dropped folders if the browser can open them.
 * Call it in the event handler: the browser clears the list afterwards.
 */
export function droppedFiles(transfer: DataTransfer): AsyncGenerator<DroppedFiles> {
  const files: File[] = []
  const folders: FileSystemDirectoryEntry[] = []
  for (const item of transfer.items) {
    const entry = item.webkitGetAsEntry?.()
    const file = item.getAsFile()
    if (entry?.isDirectory) folders.push(entry as FileSystemDirectoryEntry)
    else if (file) files.push(file)
  }
  return inParts(files, folders)
}

async function* inParts(
  files: readonly File[],
  folders: FileSystemDirectoryEntry[],
): AsyncGenerator<DroppedFiles> {
  const omissions = createOmissions()
  if (files.length > 0) yield { files, omitted: omissions.all() }
  const isWanted = (folder: FileSystemEntry, parent?: string): boolean => {
    const reason = skipReasonOf(folder.name, parent)
    if (reason) omissions.addSkipped(folder.name, reason)
    return reason === undefined
  }
  const left = folders.filter((folder) => isWanted(folder))
  if (left.length < folders.length) yield { files: [], omitted: omissions.all() }
  for (let folder = left.shift(); folder; folder = left.shift()) {
    const { fullPath } = folder
    const entries = (await entriesOf(folder)).sort((a, b) => byName(a.name, b.name))
    left.unshift(...entries.filter(isFolder).filter((entry) => isWanted(entry, fullPath)))
    const pictures = entries
      .filter(isFile)
      .filter((entry) => isPicture(entry.name, fullPath, omissions))
    yield { files: await Promise.all(pictures.map(fileOf)), omitted: omissions.all() }
  }
}

type OmissionList = ReturnType<typeof createOmissions>

/** Whether the file of a folder is to be uploaded; notes in `omissions` if it is left out. */
function isPicture(name: string, parent: string, omissions: OmissionList): boolean {
  const reason = skipReasonOf(name, parent)
  const isJpeg = isJpegName(name)
  if (reason === undefined && !isJpeg) omissions.addFile(name)
  if (reason === 'hidden' && isJpeg) omissions.addSkipped(name, reason)
  return reason === undefined && isJpeg
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A reader returns entries in batches; an empty one marks the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (portion.length === 0) return all
    all.push(...portion)
  }
}
