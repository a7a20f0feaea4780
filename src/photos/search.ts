import type { Database } from 'bun:sqlite'
import type { Store } from '../database/open.ts'

/** Further words are ignored. Each costs up to 4 ms for 100,000 photos. */
const maxWords = 6

export function createSearch({ connection }: Store) {
  let opened: ReturnType<typeof openTokenizer> | undefined
  const tokenizer = () => (opened ??= openTokenizer(connection))

  return {
    /** All words must occur, the last as a prefix; parts of a word (f/2.8) must be adjacent. */
    matchOf: (text: string): string | undefined => {
      const typed = text.split(/\s+/u)
      const parts = typed.filter((part, index) => typed.lastIndexOf(part) === index)
      const read = tokenizer().wordsOf(parts).slice(0, maxWords)
      const phrases = Map.groupBy(read, ({ part }) => part)
        .values()
        .map((phrase) => `"${phrase.map(({ word }) => word).join(' ')}"`)
      return read.length > 0 ? `${[...phrases].join(' ')}*` : undefined
    },
  }
}

/** Only FTS5 knows how it splits text into words, so a temporary table tokenizes the query. */
function openTokenizer(connection: Database) {
  connection.run(
    `CREATE VIRTUAL TABLE temp.typed USING fts5(
       text, content = '', tokenize = 'unicode61 remove_diacritics 2')`,
  )
  connection.run('CREATE VIRTUAL TABLE temp.typed_word USING fts5vocab(temp, typed, instance)')
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
