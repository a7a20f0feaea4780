/** RFC 9110, 14.2. Several ranges or a malformed one get everything; one past the end gets 416. */
export function bytesResponse(
  bytes: Uint8Array,
  rangeHeader: string | undefined,
  headers: Record<string, string>,
): Response {
  // Response does not accept shared memory, and nothing here is shared.
  const content = bytes as Uint8Array<ArrayBuffer>
  const size = bytes.length
  const range = rangeHeader === undefined ? undefined : parseRange(rangeHeader, size)
  const all = { ...headers, 'Accept-Ranges': 'bytes' }
  if (range === undefined) return new Response(content, { headers: all })
  if (range === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...all, 'Content-Range': `bytes */${size}` },
    })
  }
  const [first, last] = range
  return new Response(content.subarray(first, last + 1), {
    status: 206,
    headers: { ...all, 'Content-Range': `bytes ${first}-${last}/${size}` },
  })
}

export function parseRange(
  header: string,
  size: number,
): readonly [number, number] | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim())
  const [, start = '', end = ''] = match ?? []
  if (!match || (start === '' && end === '')) return undefined
  if (start === '') {
    const suffix = Math.min(Number(end), size)
    return suffix === 0 ? 'unsatisfiable' : [size - suffix, size - 1]
  }
  const first = Number(start)
  const last = end === '' ? size - 1 : Math.min(Number(end), size - 1)
  if (end !== '' && Number(end) < first) return undefined
  return first >= size ? 'unsatisfiable' : [first, last]
}
