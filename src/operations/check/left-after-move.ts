import { grouped } from '../../contract/text/counts.ts'
import { sizeText } from '../../contract/text/size-text.ts'
import { type Library, sizeOf } from '../../storage/library.ts'
import { folderFiles } from '../../storage/media-files.ts'

const folders = ['originals', 'renditions', 'cameras'] as const

/** What a move to a bucket has left in the data folder; no sentence if there is nothing. */
export async function leftInFolder(library: Library): Promise<string[]> {
  const files = folderFiles(library)
  let count = 0
  let bytes = 0
  for (const folder of folders) {
    for await (const keys of files.keysIn(folder)) {
      for (const key of keys) bytes += (await sizeOf(library.absolute(key))) ?? 0
      count += keys.length
    }
  }
  if (count === 0) return []
  const what = count === 1 ? '1 file is' : `${grouped(count)} files are`
  return [
    `${what} left in originals/, renditions/ and cameras/ of ${library.root} from before the photos were moved to the bucket, and take ${sizeText(bytes)}. Once a check reports no problems, you can delete what is in these folders.`,
  ]
}
