import type { Rule, RuleEffect } from '../../contract/site/rules.ts'
import { keywordValue } from '../../contract/text/keyword-value.ts'
import { albumNameKey } from '../albums/album-name.ts'
import { outcomeOf, type RuleFacts } from './outcome.ts'
import type { NamedAlbum, RuleRow, RuleStore } from './store.ts'

type AlbumRuleEffect = Extract<RuleEffect, { kind: 'add' | 'remove' }>
/** `rowId` is the album's, null if it must be created; `isOpen`: visitors can see its photos. */
export type AlbumEffect = AlbumRuleEffect & {
  readonly rowId: number | null
  readonly isOpen: boolean
}
export type KeywordEffect = Exclude<RuleEffect, AlbumRuleEffect>
export type Effect = AlbumEffect | KeywordEffect

export const isKeywordEffect = (effect: Effect): effect is KeywordEffect => 'keyword' in effect

/** Finds what the rules would change in a photo now. Do not keep it, because it caches albums. */
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
    const effectOn = albumEffectsOf(row, stream)
    const ofStream =
      stream && photostream !== undefined ? effectOn(photostream ? 'add' : 'remove', stream) : []
    const ofAlbums = albums.flatMap((name) => {
      const album = albumNamed(name)
      return album ? effectOn('add', album) : [additionToNew(name)]
    })
    return [...ofStream, ...ofAlbums, ...keywordEffects(row, hidden)]
  }
}

/** Leaves smart albums alone, and those that the owner added the photo to or removed it from. */
function albumEffectsOf(row: RuleRow, stream: NamedAlbum | undefined) {
  const present = JSON.parse(row.albums) as number[]
  const byHand = JSON.parse(row.by_hand) as number[]
  return (kind: 'add' | 'remove', album: NamedAlbum): AlbumEffect[] => {
    const isStream = album.row_id === stream?.row_id
    const isThere = present.includes(album.row_id)
    if (album.rule !== '' || byHand.includes(album.row_id) || isThere === (kind === 'add')) {
      return []
    }
    const isOpen = isStream || album.code === ''
    return [{ kind, album: album.name, isPhotostream: isStream, rowId: album.row_id, isOpen }]
  }
}

const additionToNew = (album: string): AlbumEffect => ({
  kind: 'add',
  album,
  isPhotostream: false,
  rowId: null,
  isOpen: true,
})

/** `hidden` are the photo's keywords that the rules hide. */
function keywordEffects(row: RuleRow, hidden: readonly string[]): KeywordEffect[] {
  const keywords = JSON.parse(row.keywords) as string[]
  const before = JSON.parse(row.hidden_keywords) as string[]
  return keywords.flatMap((keyword): KeywordEffect[] => {
    const isHidden = hidden.includes(keyword)
    if (isHidden === before.includes(keyword)) return []
    return [{ kind: isHidden ? 'hide' : 'show', keyword }]
  })
}

/** After the keywords were edited, a hierarchical keyword counts only if its last level is among them. */
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
