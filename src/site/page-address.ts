/** Query parameters by the first part of a page's path; `code` is an album's share code. */
const knownParameters: Readonly<Record<string, readonly string[]>> = {
  '': ['show', 'offset'],
  photo: ['q', 'cameraModel', 'show', 'offset', 'code'],
  album: ['offset', 'code'],
  map: ['album', 'at', 'code'],
}

/**
 * A page's address with only the parameters that it uses, each once and in a fixed order. Others do
 * not affect the page, so they get neither a cache entry of their own nor into links.
 */
export function pageAddress(address: string): URL {
  const url = new URL(address)
  const known = knownParameters[url.pathname.split('/')[1] ?? ''] ?? []
  const parameters = known.flatMap((name) => {
    const value = url.searchParams.get(name)
    return value ? [[name, value] as [string, string]] : []
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
