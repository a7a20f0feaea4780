import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { AppError } from '../contract/app-error.ts'
import type { DriveStatus } from '../contract/drive.ts'
import type { driveReturnPaths } from '../contract/vocabulary.ts'
import type { Store } from '../database/open.ts'
import type { SecretKey } from '../secret-key.ts'
import type { Pause } from './back-off.ts'
import { asDriveError } from './drive-error.ts'
import { createGoogleDrive, type GoogleDrive } from './google-drive.ts'
import { type GoogleSettings, type OAuthClient, openDriveApi, openOAuth } from './load-google.ts'
import type { DriveStore } from './store.ts'

export type ReturnPath = (typeof driveReturnPaths)[number]

const scope = 'https://www.googleapis.com/auth/drive.readonly'
/** How long the owner can take at Google, in ms. */
const stateMs = 15 * 60_000

const refusedByGoogle =
  'Google no longer accepts this connection. It was revoked, or the app is still in testing, ' +
  'where connections last seven days (publish the app to avoid this).'
const wrongSecretKey =
  'The connection was encrypted with a different secret.key (was a backup restored?). Connect again.'
const scopeDenied =
  'Vitrine was not given access to the drive. Tick the box for it when you connect.'

export type Connection = ReturnType<typeof createConnection>

/** OAuth 2 code flow with PKCE. Only the encrypted refresh token is stored. */
export function createConnection(parts: {
  store: Store
  rows: DriveStore
  secretKey: SecretKey
  clock: Clock
  settings: GoogleSettings
  /** The address of /api/drive/callback as registered with Google. */
  callbackUrl: () => string
  pause: Pause
}) {
  const { store, rows, secretKey, clock, settings, callbackUrl, pause } = parts
  const isConfigured = Boolean(settings.googleClientId && settings.googleClientSecret)
  let opened: { sealed: Uint8Array; drive: GoogleDrive } | undefined

  const requireClient = () => {
    if (!isConfigured) {
      throw new AppError(409, 'Google Drive is not configured; see vitrine --help')
    }
  }
  /** Deletes a token that does not work, unless a newer one has replaced it. */
  const giveUp = async (sealed: Uint8Array, reason: string) => {
    await store.note(() => {
      const present = rows.get().refresh_token
      if (present && Buffer.from(present).equals(sealed)) rows.deleteToken(reason)
    })
    if (opened?.sealed === sealed) opened = undefined
  }

  /** @throws AppError 409 without a working connection. */
  const open = async (): Promise<GoogleDrive> => {
    const { refresh_token: sealed, trouble } = rows.get()
    if (!sealed) {
      throw new AppError(409, trouble ?? 'Google Drive is not connected')
    }
    requireClient()
    if (opened && Buffer.from(opened.sealed).equals(sealed)) return opened.drive
    const token = secretKey.unseal('drive token', sealed)
    if (token === undefined) {
      await giveUp(sealed, wrongSecretKey)
      throw new AppError(409, wrongSecretKey)
    }
    const client = await openOAuth(settings)
    client.setCredentials({ refresh_token: token })
    const drive = createGoogleDrive({
      api: await openDriveApi(settings, client),
      client,
      pause,
      onRefused: () => giveUp(sealed, refusedByGoogle),
    })
    opened = { sealed, drive }
    return drive
  }

  const revoke = async (token: string, client: OAuthClient) => {
    // Best effort: Google may be unreachable or may have revoked it already.
    await client.revokeToken(token).catch(() => undefined)
  }

  /** Exchanges the code for a token. @returns why that failed, for the owner. */
  const trade = async (code: string, verifier: string): Promise<string | undefined> => {
    const client = await openOAuth(settings, callbackUrl())
    try {
      const { tokens } = await client.getToken({ code, codeVerifier: verifier })
      const token = tokens.refresh_token
      if (!token) return 'Google did not grant permanent access. Connect again.'
      if (!tokens.scope?.split(' ').includes(scope)) {
        await revoke(token, client)
        return scopeDenied
      }
      await store.note(() => rows.setToken(secretKey.seal('drive token', token)))
      return undefined
    } catch (error) {
      const { kind, message } = asDriveError(error)
      return kind === 'refused' ? 'Google rejected the sign-in. Connect again.' : message
    }
  }

  return {
    status: (): DriveStatus => {
      const { refresh_token: token, trouble } = rows.get()
      return { authenticated: isConfigured && token !== null, isConfigured, reason: trouble }
    },
    open,
    /**
     * @returns the address of Google's page; its state is valid once and only for this session.
     * @throws AppError 409 without client ID and secret.
     */
    begin: async (session: string, redir: ReturnPath): Promise<string> => {
      requireClient()
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
        })
      })
      return client.generateAuthUrl({
        scope,
        state,
        code_challenge: codeChallenge,
        // googleapis does not export the enum for it.
        code_challenge_method: 'S256' as never,
        // Google issues a refresh token only for offline access, and the second time only with
        // consent.
        access_type: 'offline',
        prompt: 'consent',
      })
    },
    /**
     * Google's own refusals are shown on the Drive screen.
     * @returns the path to redirect to.
     * @throws AppError 400 for a state that is unknown, used or expired, 403 for another session's.
     */
    finish: async (
      session: string,
      callback: { state: string; code?: string | undefined },
    ): Promise<ReturnPath> => {
      const row = await store.note(() => rows.takeState(hash(callback.state)))
      const verifier = row && secretKey.unseal('drive token', row.verifier)
      if (!row || row.expires_at <= clock.now() || verifier === undefined) {
        throw new AppError(400, 'this Google sign-in has expired; connect again')
      }
      if (!Buffer.from(row.session_hash).equals(hash(session))) {
        throw new AppError(403, 'this Google sign-in was started in another session')
      }
      const trouble = callback.code
        ? await trade(callback.code, verifier)
        : 'Access was denied at Google.'
      // A working connection is kept, without a message.
      if (trouble !== undefined && rows.get().refresh_token === null) {
        await store.note(() => rows.setTrouble(trouble))
      }
      return row.redir as ReturnPath
    },
    /** Revokes the token at Google, if Google responds, and deletes it here. */
    disconnect: async (): Promise<void> => {
      const { refresh_token: sealed } = rows.get()
      const token = sealed && secretKey.unseal('drive token', sealed)
      await store.note(() => rows.deleteToken(null))
      opened = undefined
      if (token) await revoke(token, await openOAuth(settings))
    },
  }
}

const hash = (text: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(text).digest())
