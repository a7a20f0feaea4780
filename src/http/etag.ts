/**
 * Whether an If-None-Match header names a response's ETag: in a list, or as `*`, which names any.
 * Weak and strong tags are compared alike (RFC 9110, section 13.1.2), since proxies that compress
 * make strong ones weak.
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header.trim() === '*') return true
  const opaque = withoutWeakness(etag)
  for (const [tag] of header.matchAll(tagPattern)) {
    if (withoutWeakness(tag) === opaque) return true
  }
  return false
}

const tagPattern = /(?:W\/)?"[^"]*"/g

const withoutWeakness = (etag: string): string => (etag.startsWith('W/') ? etag.slice(2) : etag)
