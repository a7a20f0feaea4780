import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import type { SecretKey } from '../../core/secret-key.ts'
import { createRateLimit } from '../../http/rate-limit.ts'
import type { Albums } from './albums.ts'
import type { AlbumRow } from './store.ts'

/** The oldest are dropped, so that the cookie stays small. */
const maxGrants = 30

/**
 * Proves that a visitor knew an album's code. The cookie holds an album's id and a signature over
 * id, code and the number of code changes, so it is useless for another album and once the code has
 * changed, even if the old code is set again later.
 */
export function createGrants({
  albums,
  secretKey: key,
  clock,
}: {
  albums: Pick<Albums, 'byId' | 'coded'>
  secretKey: SecretKey
  clock: Clock
}) {
  const wrongCodes = createRateLimit(clock, {
    count: 10,
    windowMs: 60_000,
    message: 'too many wrong codes; wait a minute',
  })
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
      .slice(-maxGrants)
      .flatMap((proof) => proven(proof) ?? [])

  return {
    grantsOf: (cookie: string): number[] => provenBy(cookie).map(({ row_id }) => row_id),
    /** Returns the cookie that proves the code, or a refusal after too many wrong codes. */
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
          cookie: [...others, ...opened].slice(-maxGrants).map(proofOf).join('~'),
          rowIds: opened.map(({ row_id }) => row_id),
        },
      }
    },
  }
}

function isEqual(one: string, other: string): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}
