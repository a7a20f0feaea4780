import { grouped } from '../../contract/text/counts.ts'
import { sizeText } from '../../contract/text/size-text.ts'
import type { Store } from '../../core/database/open.ts'
import type { Albums } from '../../gallery/albums/albums.ts'
import type { Cameras } from '../../gallery/cameras/cameras.ts'
import type { Pictures } from '../../gallery/photos/pictures.ts'
import type { Library } from '../../storage/library.ts'
import type { Media } from '../../storage/media.ts'
import { setRenditionAside, strayRenditions } from '../../storage/stray-renditions.ts'
import type { CheckCounts } from './check.ts'
import type { Problem, Repair } from './problem.ts'
import { putBack } from './put-back.ts'

type Parts = {
  readonly store: Store
  readonly library: Library
  readonly pictures: Pick<Pictures, 'remake'>
  readonly cameras: Pick<Cameras, 'remakeImage'>
  readonly albums: Pick<Albums, 'refill'>
  readonly media: Pick<Media, 'replaceFile'>
}

/** A tenth of a tiny gallery would not be a single file. */
const alwaysAllowed = 3

/**
 * Why so much must not be changed at once; undefined if the repair may go on. Only what cannot be
 * made again counts: an older database can leave any number of stray renditions.
 */
export function refusalToRepair(
  problems: readonly Problem[],
  counts: CheckCounts,
): string | undefined {
  const moved = problems.flatMap(({ repair }) => (repair?.kind === 'move' ? repair.path : []))
  const originals = moved.filter((path) => path.startsWith('originals/')).length
  const isFew = moved.length <= limitFor(counts.lasting) && originals <= limitFor(counts.photos)
  if (isFew) return undefined
  return `Nothing was repaired: ${moved.length} of ${counts.lasting} files that cannot be made again would be moved, more than a tenth. This is probably the wrong database, or an older one, for these files. First check whether --data names the right folder and whether vitrine.db is the one that belongs to it; if not, restore a backup.`
}

/** Half of very few files are as suspicious as a tenth of many. */
const limitFor = (total: number) =>
  Math.max(Math.min(alwaysAllowed, Math.ceil(total / 2)), Math.floor(total / 10))

/** Carries out what `--repair` can do. @returns what was done, and what could not be, as sentences. */
export async function repairAll(
  problems: readonly Problem[],
  parts: Parts,
  onProgress: (done: number) => void,
): Promise<{ done: string[]; failed: string[] }> {
  const made = {
    render: 0,
    camera: 0,
    recount: 0,
    refill: 0,
    move: 0,
    'set aside': 0,
    'put back': 0,
  }
  let asideBytes = 0
  const failed: string[] = []
  const settled = new Set<string>()
  for (const [index, { repair, text }] of problems.entries()) {
    if (!repair || settled.has(JSON.stringify(repair))) continue
    settled.add(JSON.stringify(repair))
    try {
      await applyRepair(repair, parts)
      made[repair.kind] += repair.kind === 'set aside' ? repair.paths.length : 1
      if (repair.kind === 'set aside') asideBytes += repair.bytes
    } catch (error) {
      failed.push(`${text} (${error instanceof Error ? error.message : String(error)})`)
    }
    onProgress(index + 1)
  }
  const done = [
    sentence(made['put back'], 'original was', 'originals were', 'put back from the backup'),
    sentence(made.render + made.camera, 'picture was', 'pictures were', 'made again'),
    sentence(made.move, 'file was', 'files were', 'moved to quarantine/'),
    made['set aside'] > 0
      ? `${sentence(made['set aside'], 'rendition was', 'renditions were', `moved to ${strayRenditions(parts.library)}`)} They take ${sizeText(asideBytes)} and nothing needs them: delete that folder to free the space.`
      : '',
    made.recount > 0 ? 'Photos were counted again.' : '',
    sentence(made.refill, 'album was', 'albums were', 'filled again'),
  ].filter((text) => text !== '')
  return { done, failed }
}

const sentence = (count: number, one: string, many: string, what: string) =>
  count === 0 ? '' : `${grouped(count)} ${count === 1 ? one : many} ${what}.`

async function applyRepair(repair: Repair, parts: Parts) {
  const { store, library, pictures, cameras, albums } = parts
  switch (repair.kind) {
    case 'move': {
      await library.moveToQuarantine(library.absolute(repair.path))
      return
    }
    case 'set aside':
      for (const path of repair.paths) await setRenditionAside(library, path)
      return
    case 'put back':
      return putBack(repair, parts)
    case 'render':
      return pictures.remake(repair.fileName, repair.key)
    case 'camera':
      return cameras.remakeImage(repair.id)
    case 'refill':
      return store.write(() => albums.refill(repair.album))
    case 'recount':
      await store.write(() => {
        store.connection.run('UPDATE photo_total SET total = (SELECT count(*) FROM photo)')
        store.connection.run(
          `UPDATE album SET photo_count =
             (SELECT count(*) FROM album_photo WHERE album = album.row_id)`,
        )
      })
  }
}
