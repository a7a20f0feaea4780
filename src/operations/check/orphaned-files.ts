import { basename, dirname } from 'node:path'
import { cameraPictureSizes } from '../../contract/cameras/camera-specs.ts'
import { grouped } from '../../contract/text/counts.ts'
import { sizeText } from '../../contract/text/size-text.ts'
import { shellWord } from '../../core/shell-word.ts'
import { type Library, sizeOf } from '../../storage/library.ts'
import { folderFiles } from '../../storage/media-files.ts'
import { cameraImageKey, originalKey, renditionKey } from '../../storage/media-keys.ts'
import { isRendition } from '../../storage/stray-renditions.ts'
import type { CheckParts, Problem } from './problem.ts'
import type { CheckStore } from './store.ts'

/** What file managers and NFS leave in any folder. */
const harmless = /^(\.DS_Store|Thumbs\.db|desktop\.ini|\.nfs[0-9a-f]+)$/
/** A rendition or an original can be there for a moment after its photo was deleted. */
const settleMs = 1000

const folders = ['originals', 'renditions', 'cameras', 'removed'] as const

/**
 * Files that belong to no photo or camera; renditions in the data folder are one problem, as they
 * can be thousands. `countLasting` is told of every file that cannot be made again.
 */
export async function* findOrphanedFiles(
  parts: CheckParts,
  countLasting: () => void,
): AsyncGenerator<Problem> {
  const { store, files } = parts
  const found = await findUnknown(parts, countLasting)
  if (found.length === 0) return
  await Bun.sleep(settleMs)
  const renditions: string[] = []
  for (const batch of inBatches(found)) {
    // Whatever was listed before its deletion is gone now that its intent is fulfilled.
    for (const key of await files.present(unknown(batch, store))) {
      if (files.kind === 'bucket') yield orphanedObject(key, parts)
      else if (isRendition(key)) renditions.push(key)
      else yield orphanedFile(key)
    }
  }
  if (renditions.length > 0) yield await renditionsProblem(renditions, parts)
}

async function findUnknown({ store, files }: CheckParts, countLasting: () => void) {
  const found: string[] = []
  for (const folder of folders) {
    for await (const keys of files.keysIn(folder)) {
      const wanted = keys.filter((key) => !harmless.test(basename(key)))
      for (const key of wanted) if (!isRendition(key)) countLasting()
      found.push(...unknown(wanted, store))
    }
  }
  return found
}

/** Those of the files that have neither a row nor a pending change. */
function unknown(keys: string[], store: CheckStore): string[] {
  if (keys.length === 0) return []
  const { known, pending } = store.atOnce(() => ({
    known: knownAmong(keys, store),
    pending: pendingFiles(store),
  }))
  return keys.filter((key) => !known.has(key) && !pending.has(key))
}

function knownAmong(keys: string[], store: CheckStore): Set<string> {
  const known = new Set<string>()
  const names = keys.map((key) => basename(key, '.jpg'))
  for (const original of store.knownOriginals(names)) known.add(originalKey(original))
  const fileNames = keys.map((key) => `${basename(key).slice(0, 32)}.jpg`)
  for (const row of store.renditionsNamed([...new Set(fileNames)])) {
    known.add(renditionKey(row.file_name, row))
  }
  if (keys.some((key) => dirname(key) === 'cameras')) {
    for (const { image } of store.cameraPictures()) {
      for (const size of [...cameraPictureSizes, 'original' as const]) {
        known.add(cameraImageKey(image, size))
      }
    }
  }
  for (const key of keys) {
    // Anything that was an original can be in removed/, also those of an earlier database.
    if (dirname(key) === 'removed' && /\.jpe?g$/i.test(key)) known.add(key)
  }
  return known
}

function pendingFiles(store: CheckStore): Set<string> {
  const paths = store.intents().flatMap((json) => {
    const { files, keep } = JSON.parse(json) as { files: string[]; keep?: { from: string } }
    return keep ? [...files, keep.from] : files
  })
  return new Set(paths)
}

const isOriginal = (key: string) => key.startsWith('originals/') && key.endsWith('.jpg')

/** Another program may be using the bucket too, so nothing is done about it here. */
function orphanedObject(key: string, { files }: CheckParts): Problem {
  const name = files.nameOf(key)
  const adopt = isOriginal(key)
    ? `If it is a photo that you want, download it (aws s3 cp ${shellWord(name)} .${files.awsFlags}) and import it with vitrine import. `
    : ''
  return {
    text: `An object in the bucket belongs to no photo: ${name}`,
    advice: `${adopt}Vitrine deletes nothing that it does not know. To delete it: aws s3 rm ${shellWord(name)}${files.awsFlags}`,
  }
}

function orphanedFile(key: string): Problem {
  return {
    text: `A file belongs to no photo: ${key}`,
    advice: `${isOriginal(key) ? 'vitrine import adds it to the gallery if it is a photo. ' : ''}vitrine check --repair moves it to quarantine/.`,
    repair: { kind: 'move', path: key },
  }
}

async function renditionsProblem(paths: string[], { files }: CheckParts): Promise<Problem> {
  let bytes = 0
  for (const path of paths) bytes += (await files.find(path))?.size ?? 0
  const size = sizeText(bytes)
  return {
    text:
      paths.length === 1
        ? `A rendition (${size}) belongs to no photo: ${paths[0]}`
        : `${grouped(paths.length)} renditions (${size}) belong to no photo, such as ${paths[0]}`,
    advice:
      'Nothing is lost: renditions can be made again. vitrine check --repair moves such files to stray-renditions/, which you may then delete.',
    repair: { kind: 'set aside', paths, bytes },
  }
}

const batchSize = 500

function* inBatches<T>(items: T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += batchSize) {
    yield items.slice(start, start + batchSize)
  }
}

const movedFolders = ['originals', 'renditions', 'cameras'] as const

/** What a move to a bucket has left in the data folder; no sentence if there is nothing. */
export async function leftInFolder(library: Library): Promise<string[]> {
  const files = folderFiles(library)
  let count = 0
  let bytes = 0
  for (const folder of movedFolders) {
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
