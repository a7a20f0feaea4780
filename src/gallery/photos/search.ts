import { otherWritings } from '../../contract/cameras/makers.ts'
import { otherSpellings } from '../../contract/search/spellings.ts'
import type { Store } from '../../core/database/open.ts'
import { createCameraNameSearch, type FindModels } from './camera-name-search.ts'
import { type Run, runsOf, wordsOfRun } from './search-words.ts'

/** Further words, or parts between blanks, are ignored. Each costs up to 4 ms for 100,000 photos. */
const maxWords = 6
/** Further characters of a text without spaces are ignored; most pairs of them are rare. */
const maxPairs = 24

export function createSearch({ connection }: Pick<Store, 'connection'>) {
  const findModelsByName = createCameraNameSearch(connection)
  return {
    /**
     * All words must occur, the last as a prefix; parts of a word (f/2.8) must be adjacent. Text without
     * spaces is found anywhere in such text.
     */
    matchOf: (text: string): string | undefined => {
      const typed = text.split(/\s+/u)
      const parts = typed.filter((part, index) => typed.lastIndexOf(part) === index)
      const read = limited(parts.map((part) => ({ part, runs: runsOf(part) })))
      const terms = read.map((part, index) =>
        anyOf(waysToWrite(part, index === read.length - 1, findModelsByName)),
      )
      return terms.length > 0 ? terms.join(' AND ') : undefined
    },
  }
}

/** FTS5 queries for all ways to write a part of the search. */
function waysToWrite({ part, runs }: Part, isPrefix: boolean, findModels: FindModels): string[] {
  const spellings = otherSpellings(part).map((spelling) => phraseOf(runsOf(spelling), isPrefix))
  const same = [phraseOf(runs, isPrefix), ...spellings]
  if (runs.some(({ isUnspaced }) => isUnspaced)) return same
  const words = runs.map(({ text }) => text)
  const writings = words.length === 1 ? otherWritings(words[0]!, isPrefix) : []
  return [
    ...same,
    ...writings.map((written) => `{camera lens} : "${written}"`),
    // People's names for cameras: 'α7' for the model 'ILCE-7M3'.
    ...(words.length > 0 ? findModels(words, isPrefix) : []).map(cameraWords),
  ]
}

type Part = { readonly part: string; readonly runs: readonly Run[] }

/** Drops parts without letters or digits, and what exceeds the limits. */
function limited(parts: readonly Part[]): Part[] {
  let words = maxWords
  let pairs = maxPairs
  const beginningOf = ({ text, isUnspaced }: Run): string => {
    if (!isUnspaced) return text
    const characters = [...text]
    const read = characters.slice(0, Math.max(0, pairs)).join('')
    pairs -= characters.length
    return read
  }
  const read = parts.flatMap(({ part, runs }) => {
    const kept: Run[] = []
    for (const run of runs) {
      const text = beginningOf(run)
      const isRead = run.isUnspaced ? text !== '' : words-- > 0
      if (isRead) kept.push({ ...run, text })
      // What follows would not be adjacent.
      if (!isRead || text !== run.text) break
    }
    return kept.length > 0 ? [{ part, runs: kept }] : []
  })
  return read.slice(0, maxWords)
}

/** An FTS5 query for runs that follow each other; with `isPrefix`, the last word may be incomplete. */
function phraseOf(runs: readonly Run[], isPrefix: boolean): string {
  const words = runs.flatMap(wordsOfRun)
  const last = runs.at(-1)
  if (!last?.isUnspaced) return `"${words.join(' ')}"${isPrefix ? '*' : ''}`
  // The last pair already allows for characters that follow.
  const hasPair = [...last.text].length > 1
  return hasPair ? `"${words.slice(0, -1).join(' ')}"` : `"${words.join(' ')}"*`
}

const anyOf = (queries: readonly string[]): string =>
  queries.length > 1 ? `(${[...new Set(queries)].join(' OR ')})` : queries.join('')

/** The same FTS5 query without the column of hidden keywords. */
export const visitorsMatch = (match: string): string =>
  `{title description keywords camera lens} : (${match})`

/** An FTS5 query for photos whose camera's name contains the model's words. */
export const cameraWords = (model: string): string =>
  `camera : "${runsOf(model).flatMap(wordsOfRun).join(' ')}"`
