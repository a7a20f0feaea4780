/** What the server reads of a page's query, by the first part of its path; `code` opens an album. */
const knownParameters: Readonly<Record<string, readonly string[]>> = {
  '': ['show', 'offset'],
  photo: ['q', 'cameraModel', 'show', 'offset', 'code'],
  album: ['offset', 'code'],
}

/**
 * A page's address with the parameters that its page knows, each once and in one order: what else
 * is written there changes nothing of the page, so it neither makes a page of its own in the cache
 * nor gets into links.
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
