import type { Rule, RuleEffect } from '../../contract/site/rules.ts'
import { keywordValue } from '../../contract/text/keyword-value.ts'
import { albumNameKey } from '../albums/album-name.ts'
import { outcomeOf, type RuleFacts } from './outcome.ts'
import type { NamedAlbum, RuleRow, RuleStore } from './store.ts'

type Placing = Extract<RuleEffect, { kind: 'add' | 'remove' }>
type Hiding = Exclude<RuleEffect, Placing>
/** `rowId` is the album's, null if it is still to be created; `isOpen`: visitors see what is in it. */
export type Effect =
  | (Placing & { readonly rowId: number | null; readonly isOpen: boolean })
  | Hiding

/** What the rules change of photos as they are now: for use at once, as it keeps albums. */
export function createEffects(rules: readonly Rule[], rows: RuleStore) {
  const stream = rows.photostream()
  const named = new Map<string, NamedAlbum | undefined>()
  const albumNamed = (name: string): NamedAlbum | undefined => {
    const key = albumNameKey(name)
    if (!named.has(key)) named.set(key, rows.albumNamed(key))
    return named.get(key)
  }

  return (row: RuleRow): Effect[] => {
    const { albums, photostream, hidden } = outcomeOf(rules, factsOf(row), stream?.name)
    const present = JSON.parse(row.albums) as number[]
    const byHand = JSON.parse(row.by_hand) as number[]
    const placing = (kind: 'add' | 'remove', album: NamedAlbum): Effect[] => {
      const isStream = album.row_id === stream?.row_id
      const isThere = present.includes(album.row_id)
      if (album.rule !== '' || byHand.includes(album.row_id) || isThere === (kind === 'add')) {
        return []
      }
      const isOpen = isStream || album.code === ''
      return [{ kind, album: album.name, isPhotostream: isStream, rowId: album.row_id, isOpen }]
    }
    const effects: Effect[] = []
    if (stream && photostream !== undefined) {
      effects.push(...placing(photostream ? 'add' : 'remove', stream))
    }
    for (const name of albums) {
      const album = albumNamed(name)
      if (album) effects.push(...placing('add', album))
      else {
        effects.push({ kind: 'add', album: name, isPhotostream: false, rowId: null, isOpen: true })
      }
    }
    const keywords = JSON.parse(row.keywords) as string[]
    const before = JSON.parse(row.hidden_keywords) as string[]
    for (const keyword of keywords) {
      if (hidden.includes(keyword) && !before.includes(keyword)) {
        effects.push({ kind: 'hide', keyword })
      }
      if (before.includes(keyword) && !hidden.includes(keyword)) {
        effects.push({ kind: 'show', keyword })
      }
    }
    return effects
  }
}

/** If the keywords were edited here, a hierarchical one counts while its last level is among them. */
function factsOf(row: RuleRow): RuleFacts {
  const keywords = JSON.parse(row.keywords) as string[]
  const paths = JSON.parse(row.keyword_paths) as string[]
  const isEdited = row.edited !== null && 'keywords' in (JSON.parse(row.edited) as object)
  const values = new Set(keywords.map(keywordValue))
  const isKept = (path: string) => values.has(keywordValue(path.split('|').at(-1)!))
  return {
    rating: row.rating,
    label: row.label,
    keywords,
    keywordPaths: isEdited ? paths.filter(isKept) : paths,
    folder: row.source_folder,
  }
}
