import type { SecretKey } from '../../core/secret-key.ts'
import { type GoogleSettings, type OAuthClient, openDriveApi, openOAuth } from './load-google.ts'

/** The account's e-mail address; null if Google does not name it: nothing depends on it alone. */
export async function accountOf(
  client: OAuthClient,
  settings: GoogleSettings,
): Promise<string | null> {
  const api = await openDriveApi(settings, client)
  try {
    const { data } = await api.about.get({ fields: 'user(emailAddress)' })
    return data.user?.emailAddress ?? null
  } catch {
    return null
  }
}

/** Whether a new account is the one that is connected; 'unknown' if Google does not name both. */
type AccountMatch = 'same' | 'other' | 'unknown'

export function matchOf(account: string | null, previous: string | null): AccountMatch {
  if (account === null || previous === null) return 'unknown'
  return account === previous ? 'same' : 'other'
}

/**
 * Ends everything that the token's account has granted to this client, whichever token it is: not
 * for use beside a token of the same account that should stay.
 */
export async function revokeGrant(token: string, settings: GoogleSettings): Promise<void> {
  const client = await openOAuth(settings)
  // Best effort: Google may be unreachable or may have revoked it already.
  await client.revokeToken(token).catch(() => undefined)
}

/** Like revokeGrant, with a token as it is stored. One that cannot be decrypted is left alone. */
export async function revokeSealedGrant(
  sealed: Uint8Array,
  secretKey: SecretKey,
  settings: GoogleSettings,
): Promise<void> {
  const token = secretKey.unseal('drive token', sealed)
  if (token) await revokeGrant(token, settings)
}
