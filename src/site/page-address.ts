import { ownValue } from '../contract/own-value.ts'
import { filterNames, valuesOf } from '../contract/search/filter-address.ts'

/** Query parameters by the first part of a page's path; `code` is an album's share code. */
const knownParameters: Readonly<Record<string, readonly string[]>> = {
  '': ['show', 'offset'],
  photo: [...filterNames, 'show', 'offset', 'code'],
  album: [...filterNames, 'offset', 'code'],
  map: ['album', 'at', 'code'],
}

/**
 * A page's address with only the parameters that it uses, in a fixed order, and each value once. Others do
 * not affect the page, so they get neither a cache entry of their own nor into links.
 */
export function pageAddress(address: string): URL {
  const url = new URL(address)
  const known = ownValue(knownParameters, url.pathname.split('/')[1] ?? '') ?? []
  const parameters = known.flatMap((name) => {
    return valuesOf(url.searchParams, name).map((value): [string, string] => [name, value])
  })
  url.search = new URLSearchParams(parameters).toString()
  return url
}

const lineBreak = /[\n\r\u2028\u2029]/

/**
 * A path that the interface's router can match, with '-' for each part that cannot be decoded or has
 * a line break. No page has such a path, but 'page not found' is shown by the router, too.
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
