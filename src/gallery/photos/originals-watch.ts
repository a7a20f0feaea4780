import type { Store } from '../../core/database/open.ts'
import type { Library } from '../../storage/library.ts'
import type { Media } from '../../storage/media.ts'

/** A few files can have been deleted by hand; not the oldest and the newest of a large gallery. */
const sampleSize = 8

/** Compares the folder of originals with the database, to notice that it is the wrong folder. */
export function originalsWatch(store: Store, library: Library, media: Pick<Media, 'kind'>) {
  const { connection } = store
  const some = (order: 'ASC' | 'DESC') =>
    connection
      .query<{ original: string }, []>(
        `SELECT original FROM photo WHERE row_id > 0 ORDER BY row_id ${order} LIMIT ${sampleSize}`,
      )
      .all()
      .map(({ original }) => library.original(original))
  return {
    isNeeded: (): boolean =>
      media.kind === 'folder' &&
      connection.query('SELECT 1 FROM photo WHERE row_id > 0 LIMIT 1').get() !== null,
    sample: (): string[] => {
      const paths = new Set([...some('ASC'), ...some('DESC')])
      return paths.size > sampleSize ? [...paths] : []
    },
  }
}
