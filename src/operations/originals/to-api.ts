import type { Photo } from '../../contract/photos/photos.ts'
import type { PhotoCard } from '../../contract/site/evidence.ts'
import type { DamagedOriginal, Originals } from '../../contract/site/originals.ts'
import type { DamagedRow, OriginalsStore } from './store.ts'

const toTime = (ms: number): string => new Date(ms).toISOString()

/** How far the check is, and since when everything was read. */
export function toCheck(
  row: ReturnType<OriginalsStore['check']>,
): Pick<Originals, 'pass' | 'allReadSince'> {
  const { began_at: beganAt, last_began_at: lastBeganAt, read, total } = row
  return {
    pass: beganAt === null ? null : { beganAt: toTime(beganAt), read, total },
    allReadSince: lastBeganAt === null ? null : toTime(lastBeganAt),
  }
}

export const toDamaged = (row: DamagedRow, photo: Photo): DamagedOriginal => ({
  id: row.original,
  photo: toCard(photo),
  fileName: row.source_name,
  version: row.version,
  fault: row.fault,
  since: toTime(row.found_at),
  checkedAt: toTime(row.checked_at),
  copy: row.copy,
})

const toCard = (photo: Photo): PhotoCard => {
  const { id, fileName, title, alt, originalDate, cameraName, thumbhash } = photo
  return { id, fileName, title, alt, originalDate, cameraName, thumbhash }
}
