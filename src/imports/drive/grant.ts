import { type GoogleSettings, type OAuthClient, openDriveApi, openOAuth } from './load-google.ts'

/** The account's e-mail address; null if Google does not tell it: nothing depends on it alone. */
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

/** Whether a new account is the one that is connected; 'first' if there is none. */
export type AccountMatch = 'first' | 'same' | 'other' | 'unknown'

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
