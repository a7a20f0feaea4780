import { ownValue } from '../../contract/own-value.ts'
import { checkAlbumRules, type MatcherOf } from './album-rules.ts'
import type { Problem } from './problem.ts'
import type { CheckStore } from './store.ts'

/** What is wrong with the database itself: its pages, references and counters. */
export function* checkDatabase(store: CheckStore, matcherOf: MatcherOf): Generator<Problem> {
  const damage = store.damage()
  for (const text of damage) {
    yield {
      text: `The database is damaged: ${text}`,
      advice: 'Restore it from a backup. Keep a copy of the whole data folder before you do.',
    }
  }
  if (damage.length > 0) return
  for (const { table, rowid, parent } of store.brokenReferences()) {
    yield {
      text: brokenReference(table, rowid, parent, store),
      advice: ownValue(adviceFor, `${table} ${parent}`) ?? 'Restore the database from a backup.',
    }
  }
  for (const name of store.miscountedAlbums()) {
    yield {
      text: `The number of photos stored with the album "${name}" is wrong.`,
      advice: 'vitrine check --repair counts again.',
      repair: { kind: 'recount' },
    }
  }
  yield* checkAlbumRules(store, matcherOf)
  if (store.isTotalWrong()) {
    yield {
      text: 'The stored number of photos is wrong.',
      advice: 'vitrine check --repair counts again.',
      repair: { kind: 'recount' },
    }
  }
}

function brokenReference(
  table: string,
  rowId: number | null,
  parent: string,
  store: CheckStore,
): string {
  if (table === 'album' && rowId !== null) {
    return `The cover of the album "${store.albumName(rowId)}" is a photo that does not exist.`
  }
  if (table === 'owner') return 'The profile picture is a photo that does not exist.'
  if (table === 'ux_config') return 'The photostream is an album that does not exist.'
  const row = rowId === null ? 'A row' : `Row ${rowId}`
  return `${row} of the table ${table} refers to a row of ${parent} that does not exist.`
}

const adviceFor: Record<string, string> = {
  'album photo': 'Choose another cover for it.',
  'owner photo': 'Choose another on the account page.',
  'ux_config album': 'Choose the photostream under UX Config on the account page.',
}
