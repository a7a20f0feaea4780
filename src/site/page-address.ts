import { isUuid } from '../contract/envelope.ts'
import { valuesOf } from '../contract/search/filter-address.ts'
import { isAccountSetting } from '../contract/site/account-settings.ts'
import { type PageId, pageIds, pageRules } from '../contract/site/page-table.ts'
import { meantPath } from '../contract/site/typed-paths.ts'

/** A page's place in the table, and the varying parts of its path. */
export type FoundPage = {
  readonly id: PageId
  readonly parameters: Readonly<Record<string, string>>
}

type Part = { readonly name: string; readonly isOptional: boolean }
/** After the first part, which is the same in all addresses of a page. */
type Form = { readonly id: PageId; readonly parts: readonly Part[] }

const formsByStart = new Map<string, Form[]>()
const queryByStart = new Map<string, readonly string[]>()
for (const id of pageIds) {
  const { path, query } = pageRules[id]
  const [start = '', ...names] = path.split('/').slice(1)
  const parts = names.map((name) => ({
    name: name.replace(/^:|\?$/g, ''),
    isOptional: name.endsWith('?'),
  }))
  formsByStart.set(start, [...(formsByStart.get(start) ?? []), { id, parts }])
  if (query) queryByStart.set(start, query)
}

/** Parts that cannot be just any text. */
const shapes = new Map<string, (part: string) => boolean>([
  ['photoId', isUuid],
  ['albumId', isUuid],
  ['setting', isAccountSetting],
])

/**
 * The page whose address has this form, without looking anything up; undefined if there is none.
 */
export function pageAt(path: string): FoundPage | undefined {
  const [start = '', ...parts] = path.split('/').slice(1)
  for (const form of formsByStart.get(start) ?? []) {
    const parameters = parametersIn(form, parts)
    if (parameters) return { id: form.id, parameters }
  }
  return undefined
}

function parametersIn(form: Form, parts: readonly string[]): Record<string, string> | undefined {
  if (parts.length > form.parts.length) return undefined
  const found: [name: string, value: string][] = []
  for (const [index, { name, isOptional }] of form.parts.entries()) {
    const part = parts[index]
    if (part === undefined && isOptional) continue
    if (!part || shapes.get(name)?.(part) === false) return undefined
    found.push([name, decoded(part)])
  }
  return Object.fromEntries(found)
}

/** A decoded part of the path; '' if it is malformed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/**
 * A page's path without the trailing slashes of the request; undefined if it has none. It begins
 * with the name of a page, not with a second slash, which would redirect to another site.
 */
export function withoutTrailingSlashes(path: string): string | undefined {
  let end = path.length
  while (path[end - 1] === '/') end--
  const plainPath = path.slice(0, end)
  return plainPath !== '' && plainPath !== path && pageAt(plainPath) ? plainPath : undefined
}

/** The page's path for one that people type, such as `/albums`; undefined for all others. */
export function typedPath(path: string): string | undefined {
  const meant = meantPath(path)
  if (meant === undefined) return undefined
  const plainPath = withoutTrailingSlashes(meant) ?? meant
  return pageAt(plainPath) ? plainPath : undefined
}

/** Also the addresses from where GET redirects. */
export const hasPageShape = (path: string): boolean =>
  pageAt(withoutTrailingSlashes(path) ?? typedPath(path) ?? path) !== undefined

/**
 * A page's address with only the parameters that it uses, in a fixed order, and each value once.
 * Others do not affect the page, so they get neither a cache entry of their own nor into links.
 */
export function pageAddress(address: string): URL {
  const url = new URL(address)
  const known = queryByStart.get(url.pathname.split('/')[1] ?? '') ?? []
  const parameters = known.flatMap((name) => {
    return valuesOf(url.searchParams, name).map((value): [string, string] => [name, value])
  })
  url.search = new URLSearchParams(parameters).toString()
  return url
}

const lineBreak = /[\n\r\u2028\u2029]/

/**
 * A path that the interface's router can match, with '-' for each part that cannot be decoded or
 * has a line break. No page has such a path, but 'page not found' is shown by the router, too.
 */
export function routablePath(path: string): string {
  const parts = path.split('/').map((part) => {
    try {
      return lineBreak.test(decodeURIComponent(part)) ? '-' : part
    } catch {
      return '-'
    }
  })
  return parts.join('/')
}
