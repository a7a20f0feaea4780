import { ApiError, api, unwrap } from '../api.ts'
import { initialData } from '../initial-data.ts'

/** A photo's page, as copied from the address bar, also inside an album. */
const photoPage = /^\/(?:photo|album\/[^/]+)\/([0-9a-f-]{36})$/

/**
 * What is kept of an address: a picture of this site by its path, a photo's page as its picture.
 */
export async function pictureOf(address: string): Promise<string> {
  const text = address.trim()
  const url = URL.parse(text, location.origin)
  if (!text || url?.origin !== location.origin) return text
  const id = photoPage.exec(url.pathname)?.[1]
  if (!id) return url.pathname
  try {
    const { fileName } = await unwrap(api.photos[':id'].$get({ param: { id } }))
    return `/api/squares/${fileName}`
  } catch (error) {
    // The server refuses the page's address with the right words when it is saved.
    if (error instanceof ApiError) return url.pathname
    throw error
  }
}

/** Whether this page may show the picture: its policy was made with the profile it came with. */
export function isAllowedPicture(address: string): boolean {
  if (address === '') return true
  const origin = URL.parse(address, location.origin)?.origin
  return origin === location.origin || origin === URL.parse(initialData().user.pic)?.origin
}

/** Whether it is worth asking for: half an address is not. */
export const isWholePicture = (address: string): boolean =>
  /^\/api\/[a-z]+\/[0-9a-f]{32}\.jpg$/.test(address) || /^https:\/\/[^/]+\/./.test(address)
