import type { Database } from 'bun:sqlite'
import { otherWritings } from '../contract/makers.ts'
import type { Store } from '../database/open.ts'
import { createSaidCameras } from './said-cameras.ts'

/** Further words are ignored. Each costs up to 4 ms for 100,000 photos. */
const maxWords = 6

export function createSearch({ connection }: Pick<Store, 'connection'>) {
  const saidCameras = createSaidCameras(connection)
  let opened: ReturnType<typeof openTokenizer> | undefined
  const tokenizer = () => {
    if (opened) return opened
    const made = openTokenizer(connection)
    // If a transaction is undone, so are the tables created in it.
    if (!connection.inTransaction) opened = made
    return made
  }

  return {
    /** All words must occur, the last as a prefix; parts of a word (f/2.8) must be adjacent. */
    matchOf: (text: string): string | undefined => {
      const typed = text.split(/\s+/u)
      const parts = typed.filter((part, index) => typed.lastIndexOf(part) === index)
      const read = tokenizer().wordsOf(parts).slice(0, maxWords)
      const phrases = [...Map.groupBy(read, ({ part }) => part).values()]
      const terms = phrases.map((phrase, index) => {
        const words = phrase.map(({ word }) => word)
        const isPrefix = index === phrases.length - 1
        return termOf(words, isPrefix, saidCameras(words, isPrefix))
      })
      return terms.length > 0 ? terms.join(' AND ') : undefined
    },
  }
}

/** Only FTS5 knows how it splits text into words, so a temporary table tokenizes the query. */
function openTokenizer(connection: Database) {
  connection.run(
    `CREATE VIRTUAL TABLE IF NOT EXISTS temp.typed USING fts5(
       text, content = '', tokenize = 'unicode61 remove_diacritics 2')`,
  )
  connection.run(
    'CREATE VIRTUAL TABLE IF NOT EXISTS temp.typed_word USING fts5vocab(temp, typed, instance)',
  )
  const type = connection.query<unknown, { part: number; text: string }>(
    'INSERT INTO temp.typed (rowid, text) VALUES ($part, $text)',
  )
  const words = connection.query<{ part: number; word: string }, []>(
    'SELECT doc AS part, term AS word FROM temp.typed_word ORDER BY doc, offset',
  )
  const forget = connection.query("INSERT INTO temp.typed (typed) VALUES ('delete-all')")
  return {
    wordsOf: (parts: readonly string[]) => {
      for (const [part, text] of parts.entries()) type.run({ part, text })
      const read = words.all()
      forget.run()
      return read
    },
  }
}

/** The same FTS5 query without the column of hidden keywords. */
export const visitorsMatch = (match: string): string =>
  `{title description keywords camera lens} : (${match})`

/** An FTS5 query for photos whose camera's name contains the model's words. */
export const cameraWords = (model: string): string => `camera : "${model.replaceAll('"', ' ')}"`

/**
 * Also finds cameras that the file names in other words: 'hp' finds 'Hewlett-Packard', and 'α7' the
 * model 'ILCE-7M3', which is one of `models`.
 */
function termOf(phrase: readonly string[], isPrefix: boolean, models: readonly string[]): string {
  const [word = '', ...others] = phrase
  const typed = `"${phrase.join(' ')}"${isPrefix ? '*' : ''}`
  const writings = others.length > 0 ? [] : otherWritings(word, isPrefix)
  const alternatives = [
    ...writings.map((words) => `{camera lens} : "${words}"`),
    ...models.map(cameraWords),
  ]
  return alternatives.length > 0 ? `(${[typed, ...alternatives].join(' OR ')})` : typed
}
