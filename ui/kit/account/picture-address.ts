import { ApiError, api, unwrap } from '../api.ts'
import { initialData } from '../initial-data.ts'

const parsed = (address: string, base?: string): URL | null => {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}

/** A photo page's address, also inside an album. */
const photoPage = /^\/(?:photo|album\/[^/]+)\/([0-9a-f-]{36})$/

/**
 * Normalizes an address: a picture on this site to its path, a photo's page to its picture.
 */
export async function pictureOf(address: string): Promise<string> {
  const text = address.trim()
  const url = parsed(text, location.origin)
  if (!text || url?.origin !== location.origin) return text
  const id = photoPage.exec(url.pathname)?.[1]
  if (!id) return url.pathname
  try {
    const { fileName } = await unwrap(api.photos[':id'].$get({ param: { id } }))
    return `/api/squares/${fileName}`
  } catch (error) {
    // The server refuses the address with a suitable message when it is saved.
    if (error instanceof ApiError) return url.pathname
    throw error
  }
}

/** Whether this page's content security policy, made when it was served, allows the picture. */
export function isAllowedPicture(address: string): boolean {
  if (address === '') return true
  const origin = parsed(address, location.origin)?.origin
  return origin === location.origin || origin === parsed(initialData().user.pic)?.origin
}

/** Whether the address is complete enough to load a preview. */
export const isWholePicture = (address: string): boolean =>
  /^\/api\/[a-z]+\/[0-9a-f]{32}\.jpg$/.test(address) || /^https:\/\/[^/]+\/./.test(address)
