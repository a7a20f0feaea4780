import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { cameraPictureSizes } from '../contract/camera-specs.ts'
import { grouped } from '../contract/counts.ts'
import { sizeText } from '../contract/size-text.ts'
import { type Library, sizeOf } from '../images/library.ts'
import { isRendition } from '../images/stray-renditions.ts'
import type { Problem } from './problem.ts'
import type { CheckStore } from './store.ts'

type Parts = { readonly store: CheckStore; readonly library: Library }

/** What file managers and NFS leave in any folder. */
const harmless = /^(\.DS_Store|Thumbs\.db|desktop\.ini|\.nfs[0-9a-f]+)$/
/** A rendition or an original can be there for a moment after its photo was deleted. */
const settleMs = 1000

/**
 * Files that belong to no photo or camera; renditions among them are one problem, as they can be
 * thousands. `countLasting` is told of every file that cannot be made again.
 */
export async function* findStrays(parts: Parts, countLasting: () => void): AsyncGenerator<Problem> {
  const { library } = parts
  const found: string[] = []
  for (const folder of ['originals', 'renditions', 'cameras', 'removed']) {
    for await (const files of filesIn(join(library.root, folder))) {
      const wanted = files.filter((path) => !harmless.test(basename(path)))
      for (const path of wanted) {
        if (!isRendition(library.relative(path))) countLasting()
      }
      found.push(...unknown(wanted, parts))
    }
  }
  if (found.length === 0) return
  await Bun.sleep(settleMs)
  const renditions: string[] = []
  for (const batch of inBatches(found)) {
    for (const path of unknown(batch, parts).map(library.relative)) {
      if (isRendition(path)) renditions.push(path)
      else yield strayProblem(path)
    }
  }
  if (renditions.length > 0) yield await renditionsProblem(renditions, library)
}

/** One level of folders at a time, as a gallery has a million files. */
async function* filesIn(folder: string): AsyncGenerator<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  yield entries.filter((entry) => !entry.isDirectory()).map(({ name }) => join(folder, name))
  for (const entry of entries) if (entry.isDirectory()) yield* filesIn(join(folder, entry.name))
}

/** Those of the files that exist and have neither a row nor a pending change. */
function unknown(files: string[], { store, library }: Parts): string[] {
  if (files.length === 0) return []
  const { known, pending } = store.atOnce(() => ({
    known: knownAmong(files, { store, library }),
    pending: pendingFiles(store),
  }))
  return files.filter(
    (path) =>
      !known.has(path) &&
      !pending.has(library.relative(path)) &&
      // Whatever was listed before its deletion is gone now that its intent is fulfilled.
      lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  )
}

function knownAmong(files: string[], { store, library }: Parts): Set<string> {
  const known = new Set<string>()
  const ids = files.map((path) => basename(path, '.jpg'))
  for (const id of store.knownIds(ids)) known.add(library.original(id))
  const fileNames = files.map((path) => `${basename(path).slice(0, 32)}.jpg`)
  for (const row of store.renditionsNamed([...new Set(fileNames)])) {
    known.add(library.rendition(row.file_name, row))
  }
  if (files.some((path) => dirname(path) === join(library.root, 'cameras'))) {
    for (const { image } of store.cameraPictures()) {
      for (const size of [...cameraPictureSizes, 'original' as const]) {
        known.add(library.cameraImage(image, size))
      }
    }
  }
  for (const path of files) {
    // Anything that was an original can be in removed/, also those of an earlier database.
    if (dirname(path) === library.removedFolder && /\.jpe?g$/i.test(path)) known.add(path)
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

function strayProblem(path: string): Problem {
  const adopt = path.startsWith('originals/') && path.endsWith('.jpg')
  return {
    text: `A file belongs to no photo: ${path}`,
    advice: `${adopt ? 'vitrine import adds it to the gallery if it is a photo. ' : ''}vitrine check --repair moves it to quarantine/.`,
    repair: { kind: 'move', path },
  }
}

async function renditionsProblem(paths: string[], library: Library): Promise<Problem> {
  let bytes = 0
  for (const path of paths) bytes += (await sizeOf(library.absolute(path))) ?? 0
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
