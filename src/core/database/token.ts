import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link, base64url. The database stores only its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** sha256 is enough for a random token, which cannot be guessed. */
export const hashToken = (token: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(token).digest())
