import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Takes the same time for every wrong header of the same length. */
export function tokenCheck(token: string): (authorization: string | undefined) => boolean {
  const expected = digest(token)
  return (authorization = '') => {
    const given = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
    return timingSafeEqual(digest(given), expected)
  }
}
