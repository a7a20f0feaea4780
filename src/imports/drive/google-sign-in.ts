import { createHash, randomBytes } from 'node:crypto'
import type { DriveReturnError, driveReturnPaths } from '../../contract/imports/drive-connection.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import type { SecretKey } from '../../core/secret-key.ts'
import { isConfigured, whyNotConfigured } from './config-problem.ts'
import { asDriveError } from './drive-error.ts'
import { accountOf, matchOf, revokeGrant, revokeSealedGrant } from './grant.ts'
import { type GoogleSettings, type OAuthClient, openOAuth } from './load-google.ts'
import type { RunningImport } from './running-import.ts'
import type { DriveRow, DriveStore } from './store.ts'

export type ReturnPath = (typeof driveReturnPaths)[number]

export type SignInParts = {
  readonly store: Store
  readonly rows: DriveStore
  readonly secretKey: SecretKey
  readonly clock: Clock
  readonly settings: GoogleSettings
  /** The address of /api/drive/callback as registered with Google. */
  readonly callbackUrl: () => string
  /** The account that is connected now; null if Google does not name it. */
  readonly connectedAccount: () => Promise<string | null>
}

/** What Google grants at the end of a sign-in. */
type Grant = { readonly token: string; readonly account: string | null }

/** Why there is no new connection: a sentence for the owner, or an error of the Drive screen. */
type Refusal = string | { readonly error: DriveReturnError }

type ImportToStop = RunningImport & { readonly mayStop: boolean }

const scope = 'https://www.googleapis.com/auth/drive.readonly'
/** How long the owner can take at Google, in ms. */
const stateMs = 15 * 60_000

const scopeDenied =
  'Vitrine was not given access to the drive. Tick the box for it when you connect.'

/** OAuth 2 code flow with PKCE. */
export function createGoogleSignIn(parts: SignInParts) {
  const { store, rows, secretKey, clock, settings, callbackUrl } = parts
  return {
    /**
     * @returns the address of Google's page; its state is valid once and only for this session.
     * @throws AppError 409 without client ID and secret.
     */
    begin: async (session: string, redir: ReturnPath, mayStopImport = false): Promise<string> => {
      requireClient(settings)
      const present = rows.get()
      const client = await openOAuth(settings, callbackUrl())
      const state = randomBytes(32).toString('base64url')
      const { codeVerifier, codeChallenge = '' } = await client.generateCodeVerifierAsync()
      await store.note(() => {
        rows.removeExpiredStates(clock.now())
        rows.addState({
          state_hash: hash(state),
          session_hash: hash(session),
          verifier: secretKey.seal('drive token', codeVerifier),
          redir,
          expires_at: clock.now() + stateMs,
          may_stop_import: Number(mayStopImport),
        })
      })
      return signInAddress(client, state, codeChallenge, present)
    },
    /**
     * Never fails: the browser comes from Google, and whatever happened is shown on the Drive screen.
     * @returns the path to redirect to.
     */
    finish: async (
      session: string,
      callback: { state: string; code?: string | undefined },
      running: RunningImport,
    ): Promise<string> => {
      const row = await store.note(() => rows.takeState(hash(callback.state)))
      const verifier = row && secretKey.unseal('drive token', row.verifier)
      if (!row || row.expires_at <= clock.now() || verifier === undefined) {
        return returnPathWith('expired')
      }
      if (!Buffer.from(row.session_hash).equals(hash(session))) {
        return returnPathWith('other-session')
      }
      const toStop = { ...running, mayStop: row.may_stop_import === 1 }
      const refusal = callback.code
        ? await connect(callback.code, verifier, toStop, parts)
        : 'You did not allow access at Google. Connect again.'
      if (refusal === undefined) return row.redir
      if (typeof refusal === 'object') return returnPathWith(refusal.error)
      if (rows.get().refresh_token !== null) return returnPathWith('kept')
      await store.note(() => rows.setTrouble(refusal))
      return row.redir
    },
  }
}

/** @throws AppError 409 without client ID and secret. */
export function requireClient(settings: GoogleSettings): void {
  if (!isConfigured(settings)) throw new AppError(409, whyNotConfigured(settings))
}

function signInAddress(
  client: OAuthClient,
  state: string,
  codeChallenge: string,
  { refresh_token: present, account, is_lost: isLost }: DriveRow,
): string {
  return client.generateAuthUrl({
    scope,
    state,
    code_challenge: codeChallenge,
    // googleapis does not export the enum for it.
    code_challenge_method: 'S256' as never,
    // Google issues a refresh token only for offline access, and the second time only with
    // consent.
    access_type: 'offline',
    // Owners also reconnect to switch to another account.
    prompt: present ? 'select_account consent' : 'consent',
    ...(isLost && account && { login_hint: account }),
  })
}

/** Connects with the code that Google has sent. */
async function connect(
  code: string,
  codeVerifier: string,
  running: ImportToStop,
  parts: SignInParts,
): Promise<Refusal | undefined> {
  const client = await openOAuth(parts.settings, parts.callbackUrl())
  try {
    const granted = await exchangeCode(client, { code, codeVerifier }, parts)
    if (typeof granted === 'string') return granted
    return await replaceConnection(granted, running, parts)
  } catch (error) {
    const { kind, message } = asDriveError(error)
    return kind === 'refused' ? 'Google rejected the sign-in. Connect again.' : message
  }
}

/** @returns the grant, or why it is not sufficient. */
async function exchangeCode(
  client: OAuthClient,
  code: { readonly code: string; readonly codeVerifier: string },
  { rows, settings }: SignInParts,
): Promise<Grant | string> {
  const { tokens } = await client.getToken(code)
  const token = tokens.refresh_token
  if (!token) return 'Google did not grant permanent access. Connect again.'
  if (!tokens.scope?.split(' ').includes(scope)) {
    // Revoking would also end a working connection of the same account.
    if (rows.get().refresh_token === null) await revokeGrant(token, settings)
    return scopeDenied
  }
  client.setCredentials(tokens)
  return { token, account: await accountOf(client, settings) }
}

/** Stores the new connection. An import is stopped only if that was allowed beforehand. */
async function replaceConnection(
  { token, account }: Grant,
  { isLive, stop, mayStop }: ImportToStop,
  { store, rows, secretKey, settings, connectedAccount }: SignInParts,
): Promise<Refusal | undefined> {
  const { refresh_token: previous } = rows.get()
  const match = previous === null ? 'first' : matchOf(account, await connectedAccount())
  if (isLive() && (match === 'other' || match === 'unknown')) {
    if (!mayStop) {
      if (match === 'other') await revokeGrant(token, settings)
      return { error: 'importing' }
    }
    await stop()
  }
  await store.note(() => rows.setToken(secretKey.seal('drive token', token), account))
  // Of the same account, both tokens belong to one grant, which has just been renewed.
  if (previous && match === 'other') await revokeSealedGrant(previous, secretKey, settings)
  return undefined
}

export const driveScreen = '/account/drive'
/** The Drive screen, with what was wrong on the way to Google or back. */
export const returnPathWith = (error: DriveReturnError): string => `${driveScreen}?error=${error}`

const hash = (text: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(text).digest())
