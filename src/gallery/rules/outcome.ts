import type { Rule, RuleCondition } from '../../contract/site/rules.ts'
import { keywordValue } from '../../contract/text/keyword-value.ts'
import { albumNameKey } from '../albums/album-name.ts'

/** What rules ask of a photo. */
export type RuleFacts = {
  readonly rating: number | null
  readonly label: string
  readonly keywords: readonly string[]
  /** Hierarchical keywords of its file: 'animals|birds|heron'. */
  readonly keywordPaths: readonly string[]
  readonly folder: string | null
}

/** What the rules want of a photo, where the last rule that says something wins. */
export type Outcome = {
  /** The names of the albums that it belongs in. */
  readonly albums: readonly string[]
  /** Whether it belongs in the photostream; undefined if no rule says so. */
  readonly photostream: boolean | undefined
  /** Those of its keywords that visitors do not see. */
  readonly hidden: readonly string[]
}

/** What the rules say of a photo, in their order. The photostream may also be meant by its name. */
export function outcomeOf(
  rules: readonly Rule[],
  facts: RuleFacts,
  photostreamName?: string,
): Outcome {
  const streamKey = photostreamName === undefined ? undefined : albumNameKey(photostreamName)
  const albums = new Map<string, string>()
  let photostream: boolean | undefined
  const hidden = new Set<string>()
  for (const { conditions, action } of rules) {
    if (!conditions.every((condition) => isMet(condition, facts))) continue
    if (action.kind === 'add to photostream') photostream = true
    else if (action.kind === 'remove from photostream') photostream = false
    else if (action.kind === 'add to album') {
      const key = albumNameKey(action.album)
      if (key === streamKey) photostream = true
      else if (!albums.has(key)) albums.set(key, action.album)
    } else for (const keyword of keywordsFound(conditions, facts)) hidden.add(keyword)
  }
  return {
    albums: [...albums.values()],
    photostream,
    hidden: facts.keywords.filter((keyword) => hidden.has(keyword)),
  }
}

function isMet(condition: RuleCondition, facts: RuleFacts): boolean {
  switch (condition.kind) {
    case 'rating':
      return (facts.rating ?? 0) >= condition.atLeast
    case 'label':
      return keywordValue(facts.label) === keywordValue(condition.is)
    case 'keyword': {
      const isWanted = keywordTest(condition)
      return facts.keywords.some(isWanted) || facts.keywordPaths.some(levelTest(isWanted))
    }
    case 'folder':
      return isWithin(condition.is, facts.folder ?? '')
  }
}

type KeywordCondition = Extract<RuleCondition, { kind: 'keyword' }>
type Test = (text: string) => boolean

function keywordTest({ how, keyword }: KeywordCondition): Test {
  const wanted = keywordValue(keyword)
  return how === 'is'
    ? (text) => keywordValue(text) === wanted
    : (text) => keywordValue(text).startsWith(wanted)
}

/** A path is found by any of its levels, and by several from the top, written as in the file. */
const levelTest =
  (isWanted: Test): Test =>
  (path) => {
    const levels = levelsOf(path)
    return levels.some((level, index) => isWanted(level) || isWanted(head(levels, index)))
  }

const levelsOf = (path: string): string[] => path.split('|').map((level) => level.trim())
const head = (levels: readonly string[], last: number) => levels.slice(0, last + 1).join('|')

/** The keywords that the conditions find, and those below them: with 'people', also 'people|ann'. */
function keywordsFound(
  conditions: readonly RuleCondition[],
  { keywords, keywordPaths }: RuleFacts,
): string[] {
  const found = new Set<string>()
  for (const condition of conditions) {
    if (condition.kind !== 'keyword') continue
    const isWanted = keywordTest(condition)
    for (const path of keywordPaths) {
      const levels = levelsOf(path)
      const first = levels.findIndex(
        (level, index) => isWanted(level) || isWanted(head(levels, index)),
      )
      if (first >= 0) for (const level of levels.slice(first)) found.add(keywordValue(level))
    }
    for (const keyword of keywords) if (isWanted(keyword)) found.add(keywordValue(keyword))
  }
  return keywords.filter((keyword) => found.has(keywordValue(keyword)))
}

/** A folder is found by its name or path, and so is what is in it: 'family' finds '2024/Family/May'. */
function isWithin(wanted: string, folder: string): boolean {
  const inside = `/${partsOf(folder).join('/')}/`
  const parts = partsOf(wanted)
  return parts.length > 0 && inside.includes(`/${parts.join('/')}/`)
}

const partsOf = (folder: string): string[] =>
  folder
    .split(/[/\\]/)
    .map(keywordValue)
    .filter((part) => part !== '')
