/** The MD5 that a single upload's ETag is; undefined for one uploaded in parts. */
export const md5OfETag = (eTag: string | null | undefined): string | undefined =>
  /^"?([0-9a-f]{32})"?$/i.exec(eTag ?? '')?.[1]?.toLowerCase()

/** The same from an answer's headers, which tell whether encryption made the ETag another thing. */
export function md5OfHeaders(headers: Headers): string | undefined {
  const isOther =
    headers.get('x-amz-server-side-encryption')?.startsWith('aws:kms') ||
    headers.has('x-amz-server-side-encryption-customer-algorithm')
  return isOther ? undefined : md5OfETag(headers.get('ETag'))
}
