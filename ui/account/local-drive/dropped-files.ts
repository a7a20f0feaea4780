/** Numbers in natural order: 2 before 10. */
const byName = new Intl.Collator('en', { numeric: true }).compare

/** A batch of dropped files to upload; `skipped` counts other files of a folder. */
export type DroppedFiles = { readonly files: readonly File[]; readonly skipped: number }

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
  if (files.length > 0) yield { files, skipped: 0 }
  for (let folder = folders.shift(); folder; folder = folders.shift()) {
    const entries = (await entriesOf(folder)).sort((a, b) => byName(a.name, b.name))
    folders.unshift(...entries.filter(isFolder))
    const inside = await Promise.all(entries.filter(isFile).map(fileOf))
    const pictures = inside.filter(({ type }) => type.startsWith('image/'))
    yield { files: pictures, skipped: inside.length - pictures.length }
  }
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
/** Skips files starting with a dot, which operating systems create. */
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry =>
  entry.isFile && !entry.name.startsWith('.')

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
