import type { Store } from '../../core/database/open.ts'
import { indexedWords } from './search-words.ts'

/** Photos indexed at once, in some 10 ms. */
const sliceSize = 100

/** Of a photo, as textColumns reads them. */
export type Texts = {
  readonly title: string
  readonly description: string
  readonly keywords: string
  readonly hidden_keywords: string
  readonly camera: string
  readonly lens: string
}
export type Words = Record<
  'title' | 'description' | 'keywords' | 'camera' | 'lens' | 'hidden',
  string
>

export const textColumns = `title, description, keywords, hidden_keywords,
  concat_ws(' ', camera_make, camera_model) AS camera,
  concat_ws(' ', lens_make, lens_model) AS lens`

/**
 * Keeps the index up to date with the texts of photos. Triggers remove a changed photo from the index
 * and note it; every write of the store ends with indexing the noted photos. After an upgrade, or a
 * write of many photos, the rest is indexed before the next search.
 */
export function createSearchIndex(store: Pick<Store, 'connection' | 'note' | 'endWritesWith'>) {
  const { connection } = store
  const outdated = (limit: number) =>
    connection
      .query<Texts & { row_id: number }, [number]>(
        `SELECT row_id, ${textColumns} FROM photo_text_outdated CROSS JOIN photo USING (row_id) LIMIT ?`,
      )
      .all(limit)
  const indexSlice = (): void => {
    for (const { row_id, ...texts } of outdated(sliceSize)) {
      connection
        .query<unknown, Words & { row_id: number }>(
          `INSERT INTO photo_text (rowid, title, description, keywords, camera, lens, hidden)
           VALUES ($row_id, $title, $description, $keywords, $camera, $lens, $hidden)`,
        )
        .run({ row_id, ...wordsOf(texts) })
      connection.query('DELETE FROM photo_text_outdated WHERE row_id = ?').run(row_id)
    }
  }
  store.endWritesWith(indexSlice)

  const indexAll = async (): Promise<void> => {
    while (outdated(1).length > 0) {
      await store.note(() => undefined)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  let running: Promise<void> | undefined

  /**
   * Indexes the rest without blocking the event loop for long. If that fails, as on a full disk,
   * searches find only what is indexed.
   */
  return (): Promise<void> => {
    running ??= indexAll()
      .catch(() => undefined)
      .finally(() => {
        running = undefined
      })
    return running
  }
}

/** The words of a photo as the index has them, by column. */
export function wordsOf(texts: Texts): Words {
  const { title, description, camera, lens } = texts
  const keywords = JSON.parse(texts.keywords) as string[]
  const hidden = new Set(JSON.parse(texts.hidden_keywords) as string[])
  const all = (words: readonly string[]) => indexedWords(words.join(' '))
  return {
    title: indexedWords(title),
    description: indexedWords(description),
    keywords: all(keywords.filter((keyword) => !hidden.has(keyword))),
    camera: indexedWords(camera),
    lens: indexedWords(lens),
    hidden: all(keywords.filter((keyword) => hidden.has(keyword))),
  }
}
