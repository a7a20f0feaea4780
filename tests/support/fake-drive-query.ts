// Drive's query language and field masks, as far as the gallery uses them.
import type { Entry } from './fake-drive-entry.ts'

type Term = (entry: Entry) => boolean

const token =
  /\s*(?:'((?:[^'\\]|\\.)*)'|([()=])|(and|or|in|contains|parents|name|mimeType|trashed|sharedWithMe|true|false)\b)/y

/** @throws Error for anything else than the gallery asks. */
export function parseQuery(q: string): Term {
  const tokens: { text?: string; word?: string }[] = []
  for (token.lastIndex = 0; token.lastIndex < q.trimEnd().length; ) {
    const match = token.exec(q)
    if (!match) throw new Error(`unsupported query: ${q}`)
    const [, text, sign, word] = match
    tokens.push(
      text === undefined ? { word: sign ?? word! } : { text: text.replace(/\\(.)/g, '$1') },
    )
  }
  let at = 0
  const isNext = (word: string) => tokens[at]?.word === word && ++at > 0
  const want = (word: string) => {
    if (!isNext(word)) throw new Error(`unsupported query: ${q}`)
  }
  const text = () => {
    const found = tokens[at++]?.text
    if (found === undefined) throw new Error(`unsupported query: ${q}`)
    return found
  }
  const anyOf = (): Term => {
    const terms = [allOf()]
    while (isNext('or')) terms.push(allOf())
    return (entry) => terms.some((term) => term(entry))
  }
  const allOf = (): Term => {
    const terms = [term()]
    while (isNext('and')) terms.push(term())
    return (entry) => terms.every((each) => each(entry))
  }
  const truth = () => {
    want('=')
    if (isNext('true')) return true
    want('false')
    return false
  }
  const term = (): Term => {
    if (isNext('(')) {
      const inner = anyOf()
      want(')')
      return inner
    }
    if (isNext('trashed')) {
      const value = truth()
      return (entry) => entry.trashed === value
    }
    if (isNext('sharedWithMe')) {
      const value = truth()
      return (entry) => (!entry.ownedByMe && !entry.parents) === value
    }
    if (isNext('mimeType')) {
      want('=')
      const type = text()
      return (entry) => entry.mimeType === type
    }
    if (isNext('name')) return nameTerm()
    const parent = text()
    want('in')
    want('parents')
    return (entry) => entry.parents?.includes(parent) ?? false
  }
  /** In any case, but only in the spelling (NFC or NFD) asked for. */
  const nameTerm = (): Term => {
    const isPrefix = isNext('contains')
    if (!isPrefix) want('=')
    const name = text().toLowerCase()
    return isPrefix
      ? (entry) => entry.name.toLowerCase().startsWith(name)
      : (entry) => entry.name.toLowerCase() === name
  }
  const whole = anyOf()
  if (at < tokens.length) throw new Error(`unsupported query: ${q}`)
  return whole
}

/** Only the requested fields are sent, of objects only those in parentheses. */
export function masked(entry: object, fields: string): Record<string, unknown> {
  const wanted = [...fields.matchAll(/(\w+)(?:\(([^)]*)\))?/g)]
  return Object.fromEntries(
    wanted.flatMap(([, key, inner]) => {
      const value = (entry as Record<string, unknown>)[key!]
      if (value === undefined || value instanceof Uint8Array) return []
      return [[key!, inner ? masked(value as object, inner) : value]]
    }),
  )
}
