import type { Rule, RuleCondition } from '../../contract/site/rules.ts'
import { keywordValue } from '../../contract/text/keyword-value.ts'
import { albumNameKey } from '../albums/album-name.ts'

/** The fields of a photo that conditions test. */
export type RuleFacts = {
  readonly rating: number | null
  readonly label: string
  readonly keywords: readonly string[]
  /** Hierarchical keywords of its file: 'animals|birds|heron'. */
  readonly keywordPaths: readonly string[]
  readonly folder: string | null
}

/** The result of all rules for a photo. A later rule overrides an earlier one. */
export type Outcome = {
  /** The names of the albums that it is added to. */
  readonly albums: readonly string[]
  /** Whether it belongs in the photostream; undefined if no rule decides it. */
  readonly photostream: boolean | undefined
  /** The keywords that are hidden from visitors. */
  readonly hidden: readonly string[]
}

/** An outcome while rules are still applied to it. */
type Draft = {
  /** By the key of an album's name, the name as the first rule spells it. */
  readonly albums: Map<string, string>
  photostream: boolean | undefined
  readonly hidden: Set<string>
}

/** Applies the rules to a photo, in their order. A rule can also name the photostream's album. */
export function outcomeOf(
  rules: readonly Rule[],
  facts: RuleFacts,
  photostreamName?: string,
): Outcome {
  const streamKey = photostreamName === undefined ? undefined : albumNameKey(photostreamName)
  const draft: Draft = { albums: new Map(), photostream: undefined, hidden: new Set() }
  for (const rule of rules) {
    if (rule.conditions.every((condition) => isMet(condition, facts))) {
      applyRule(draft, rule, facts, streamKey)
    }
  }
  return {
    albums: [...draft.albums.values()],
    photostream: draft.photostream,
    hidden: facts.keywords.filter((keyword) => draft.hidden.has(keyword)),
  }
}

function applyRule(
  draft: Draft,
  { conditions, action }: Rule,
  facts: RuleFacts,
  streamKey: string | undefined,
): void {
  switch (action.kind) {
    case 'add to photostream':
      draft.photostream = true
      break
    case 'remove from photostream':
      draft.photostream = false
      break
    case 'add to album': {
      const key = albumNameKey(action.album)
      if (key === streamKey) draft.photostream = true
      else if (!draft.albums.has(key)) draft.albums.set(key, action.album)
      break
    }
    default:
      for (const keyword of keywordsFound(conditions, facts)) draft.hidden.add(keyword)
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

/** Matches a path by any of its levels, or by several from the top, written as in the file. */
const levelTest =
  (isWanted: Test): Test =>
  (path) => {
    const levels = levelsOf(path)
    return levels.some((level, index) => isWanted(level) || isWanted(head(levels, index)))
  }

const levelsOf = (path: string): string[] => path.split('|').map((level) => level.trim())
const head = (levels: readonly string[], last: number) => levels.slice(0, last + 1).join('|')

/** The keywords that match the conditions, and those below them: with 'people', also 'people|ann'. */
function keywordsFound(conditions: readonly RuleCondition[], facts: RuleFacts): string[] {
  const found = new Set(
    conditions.flatMap((condition) =>
      condition.kind === 'keyword' ? valuesFound(keywordTest(condition), facts) : [],
    ),
  )
  return facts.keywords.filter((keyword) => found.has(keywordValue(keyword)))
}

function valuesFound(isWanted: Test, { keywords, keywordPaths }: RuleFacts): string[] {
  const levelsBelow = keywordPaths.flatMap((path) => {
    const levels = levelsOf(path)
    const first = levels.findIndex(
      (level, index) => isWanted(level) || isWanted(head(levels, index)),
    )
    return first < 0 ? [] : levels.slice(first)
  })
  return [...levelsBelow, ...keywords.filter(isWanted)].map(keywordValue)
}

/** Matches a folder by its name or path, with its subfolders: 'family' finds '2024/Family/May'. */
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
