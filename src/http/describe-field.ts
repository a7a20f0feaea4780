import { ownValue } from '../contract/own-value.ts'

/** Labels for fields whose names in a body would be unclear. */
const names: Readonly<Record<string, string>> = {
  atLeast: 'rating',
  album: 'album’s name',
  add: 'added keyword',
  remove: 'removed keyword',
}

/**
 * A problem of a field, for a person: 'name: is required', and in a list 'home zone 1: name is
 * required' instead of 'homeZones.0.name: is required'. An entry of the body's own lists keeps its
 * path, 'keywords.3: is required', because the interface shows that beside the entry.
 */
export function describeField(path: readonly string[], message: string, body: unknown): string {
  if (path.length < 3 || !path.some(isIndex)) return `${path.join('.')}: ${message}`
  const places = path.flatMap((key, at) =>
    isIndex(key) ? [`${entryName(path[at - 1])} ${Number(key) + 1}`] : [],
  )
  const last = path.at(-1)!
  const subject = isIndex(last) ? places.pop()! : fieldName(last, valueAt(body, path.slice(0, -1)))
  return [...(places.length > 0 ? [places.join(', ')] : []), `${subject} ${message}`].join(': ')
}

const isIndex = (key: string): boolean => /^\d+$/.test(key)

/** 'home zone' for 'homeZones'. */
const entryName = (list = ''): string => ownValue(names, list) ?? asWords(list.replace(/s$/, ''))

/** The value of a condition, its `is`, is called by its kind, such as a label. */
function fieldName(key: string, parent: unknown): string {
  if (key === 'is' && isObject(parent) && typeof parent.kind === 'string') return parent.kind
  return ownValue(names, key) ?? asWords(key)
}

/** 'album ID' for 'albumId'. */
const asWords = (name: string): string =>
  name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\bid(s?)\b/, (_, more: string) => `ID${more}`)

const valueAt = (body: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? ownValue(value, key) : undefined), body)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
