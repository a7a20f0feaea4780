import { timingSafeEqual } from 'node:crypto'
import type { RateLimit } from '../http/rate-limit.ts'
import type { SecretKey } from '../secret-key.ts'
import type { AlbumRow, AlbumStore } from './store.ts'

/** Albums that one cookie proves at most; the oldest proof goes first. */
const mostGrants = 30

/**
 * Proofs of album codes. The cookie holds an album's id and a signature over id, code and how often
 * the code was changed, so it is worth nothing for another album, and nothing once the code has
 * changed, should it be the old one again later.
 */
export function createGrants(albums: AlbumStore, key: SecretKey, wrongCodes: RateLimit) {
  const signedText = ({ id, code, code_changes }: AlbumRow) => `${id} ${code_changes} ${code}`
  const proofOf = (album: AlbumRow) => `${album.id}.${key.sign('album grant', signedText(album))}`
  const proven = (proof: string): AlbumRow | undefined => {
    const [id = '', signature = ''] = proof.split('.')
    const album = albums.byId(id)
    const isProven =
      album !== undefined &&
      album.code !== '' &&
      key.isSigned('album grant', signedText(album), signature)
    return isProven ? album : undefined
  }
  const provenBy = (cookie: string) =>
    cookie
      .split('~')
      .slice(-mostGrants)
      .flatMap((proof) => proven(proof) ?? [])

  return {
    grantsOf: (cookie: string): number[] => provenBy(cookie).map(({ row_id }) => row_id),
    /** The cookie that proves the albums a code opens; a refusal past the limit. */
    openByCode: (code: string, clientAddress: string, cookie = '') => {
      const refusal = wrongCodes.refusalOf(clientAddress)
      if (refusal) return { refusal }
      const opened = albums.coded().filter((album) => isEqual(album.code, code))
      if (opened.length === 0) {
        wrongCodes.use(clientAddress)
        return {}
      }
      const openedIds = new Set(opened.map(({ id }) => id))
      const others = provenBy(cookie).filter(({ id }) => !openedIds.has(id))
      return {
        opened: {
          cookie: [...others, ...opened].slice(-mostGrants).map(proofOf).join('~'),
        },
      }
    },
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
