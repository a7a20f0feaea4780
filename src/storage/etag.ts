/** An ETag is the MD5 of the content, unless the object was uploaded in parts: then undefined. */
export const md5OfETag = (eTag: string | null | undefined): string | undefined =>
  /^"?([0-9a-f]{32})"?$/i.exec(eTag ?? '')?.[1]?.toLowerCase()

/**
 * The MD5 in the headers of a response; undefined if the object is encrypted, as the ETag is no MD5
 * then.
 */
export function md5OfHeaders(headers: Headers): string | undefined {
  const isOther =
    headers.get('x-amz-server-side-encryption')?.startsWith('aws:kms') ||
    headers.has('x-amz-server-side-encryption-customer-algorithm')
  return isOther ? undefined : md5OfETag(headers.get('ETag'))
}
