import { createHash, randomBytes } from 'node:crypto'
import type { DriveStatus } from '../../contract/imports/drive.ts'
import type { DriveReturnError, driveReturnPaths } from '../../contract/vocabulary.ts'
import type { Clock, Pause } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import type { SecretKey } from '../../core/secret-key.ts'
import { briefly, type Carry } from './back-off.ts'
import { configProblem, whyNotConfigured } from './config-problem.ts'
import {
  type ConnectionLostNotice,
  refusedByGoogle,
  withAdvice,
  wrongSecretKey,
} from './connection-lost-notice.ts'
import { asDriveError } from './drive-error.ts'
import { createGoogleDrive, type GoogleDrive } from './google-drive.ts'
import { type AccountMatch, accountOf, matchOf, revokeGrant } from './grant.ts'
import {
  type DriveV3,
  type GoogleSettings,
  type OAuthClient,
  openDriveApi,
  openOAuth,
} from './load-google.ts'
import type { RunningImport } from './running-import.ts'
import type { DriveStore } from './store.ts'

export type ReturnPath = (typeof driveReturnPaths)[number]

const scope = 'https://www.googleapis.com/auth/drive.readonly'
/** How long the owner can take at Google, in ms. */
const stateMs = 15 * 60_000

const scopeDenied =
  'Vitrine was not given access to the drive. Tick the box for it when you connect.'

type Opened = {
  readonly sealed: Uint8Array
  readonly api: DriveV3
  readonly client: OAuthClient
  readonly unlisted: Set<string>
}

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
  lostNotice: ConnectionLostNotice
}) {
  const { store, rows, secretKey, clock, settings, callbackUrl, pause, lostNotice } = parts
  const isConfigured = () => Boolean(settings.googleClientId && settings.googleClientSecret)
  let opened: Opened | undefined

  const requireClient = () => {
    if (!isConfigured()) throw new AppError(409, whyNotConfigured(settings))
  }
  /** Deletes a token that does not work, unless a newer one has replaced it. */
  const giveUp = async (sealed: Uint8Array, reason: string) => {
    await store.note(() => {
      const present = rows.get().refresh_token
      if (!present || !Buffer.from(present).equals(sealed)) return
      rows.loseToken(withAdvice(reason))
      lostNotice.enqueue(reason)
    })
    lostNotice.send()
    if (opened?.sealed === sealed) opened = undefined
  }

  /** @throws AppError 409 without a working connection. */
  const openApi = async (): Promise<Opened> => {
    const { refresh_token: sealed, trouble } = rows.get()
    if (!sealed) {
      throw new AppError(409, trouble ?? 'Google Drive is not connected')
    }
    requireClient()
    if (opened && Buffer.from(opened.sealed).equals(sealed)) return opened
    const token = secretKey.unseal('drive token', sealed)
    if (token === undefined) {
      await giveUp(sealed, wrongSecretKey)
      throw new AppError(409, withAdvice(wrongSecretKey))
    }
    const client = await openOAuth(settings)
    client.setCredentials({ refresh_token: token })
    opened = {
      sealed,
      api: await openDriveApi(settings, client),
      client,
      unlisted: new Set(),
    }
    return opened
  }

  /** For a person who waits, or for a job with a `carry` and `signal` of its own. */
  const open = async (job?: { carry: Carry; signal: AbortSignal }): Promise<GoogleDrive> => {
    const present = await openApi()
    const onRefused = () => giveUp(present.sealed, refusedByGoogle)
    return createGoogleDrive({ ...present, onRefused, ...(job ?? { carry: briefly(pause) }) })
  }

  const revoke = async (sealed: Uint8Array) => {
    const token = secretKey.unseal('drive token', sealed)
    if (token) await revokeGrant(token, settings)
  }
  /** How a new account compares with the connected one. */
  const matchWith = async (account: string | null): Promise<AccountMatch> => {
    const row = rows.get()
    if (row.refresh_token === null) return 'first'
    const ask = async () => accountOf((await openApi()).client, settings)
    return matchOf(account, row.account ?? (await ask().catch(() => null)))
  }

  /** Exchanges the code for a token. @returns why that failed, for the owner. */
  const trade = async (
    code: string,
    verifier: string,
    { isLive, stop, mayStop }: RunningImport & { readonly mayStop: boolean },
  ): Promise<string | { error: DriveReturnError } | undefined> => {
    const client = await openOAuth(settings, callbackUrl())
    try {
      const { tokens } = await client.getToken({ code, codeVerifier: verifier })
      const token = tokens.refresh_token
      if (!token) return 'Google did not grant permanent access. Connect again.'
      if (!tokens.scope?.split(' ').includes(scope)) {
        // With it, Google would end a working connection of the same account.
        if (rows.get().refresh_token === null) await revokeGrant(token, settings)
        return scopeDenied
      }
      client.setCredentials(tokens)
      const account = await accountOf(client, settings)
      const previous = rows.get().refresh_token
      const match = await matchWith(account)
      if (isLive() && (match === 'other' || match === 'unknown')) {
        if (!mayStop) {
          if (match === 'other') await revokeGrant(token, settings)
          return { error: 'importing' }
        }
        await stop()
      }
      await store.note(() => rows.setToken(secretKey.seal('drive token', token), account))
      // The same account's consent has renewed its grant, which is one with the previous token's.
      if (previous && match === 'other') await revoke(previous)
      return undefined
    } catch (error) {
      const { kind, message } = asDriveError(error)
      return kind === 'refused' ? 'Google rejected the sign-in. Connect again.' : message
    }
  }

  return {
    status: (): DriveStatus => {
      const { refresh_token: token, trouble, account, is_lost: isLost } = rows.get()
      const hasClient = isConfigured()
      return {
        authenticated: hasClient && token !== null,
        isConfigured: hasClient,
        configProblem: configProblem(settings),
        reason: trouble,
        isLost: isLost === 1,
        account,
      }
    },
    open,
    /**
     * @returns the address of Google's page; its state is valid once and only for this session.
     * @throws AppError 409 without client ID and secret.
     */
    begin: async (session: string, redir: ReturnPath, mayStopImport = false): Promise<string> => {
      requireClient()
      const { refresh_token: present, account, is_lost: isLost } = rows.get()
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
      return client.generateAuthUrl({
        scope,
        state,
        code_challenge: codeChallenge,
        // googleapis does not export the enum for it.
        code_challenge_method: 'S256' as never,
        // Google issues a refresh token only for offline access, and the second time only with
        // consent.
        access_type: 'offline',
        // To reconnect is also the way to another account.
        prompt: present ? 'select_account consent' : 'consent',
        ...(isLost && account && { login_hint: account }),
      })
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
      const trouble = callback.code
        ? await trade(callback.code, verifier, { ...running, mayStop: row.may_stop_import === 1 })
        : 'You did not allow access at Google. Connect again.'
      if (trouble === undefined) return row.redir
      if (typeof trouble === 'object') return returnPathWith(trouble.error)
      if (rows.get().refresh_token !== null) return returnPathWith('kept')
      await store.note(() => rows.setTrouble(trouble))
      return row.redir
    },
    /**
     * Revokes the token at Google, if Google responds, and deletes it here, together with `change`.
     */
    disconnect: async (change = () => {}): Promise<void> => {
      const { refresh_token: sealed } = rows.get()
      await store.note(() => {
        change()
        rows.deleteToken()
      })
      opened = undefined
      if (sealed) await revoke(sealed)
    },
  }
}

export const driveScreen = '/account/drive'
/** The Drive screen, with what was wrong on the way to Google or back. */
export const returnPathWith = (error: DriveReturnError): string => `${driveScreen}?error=${error}`

const hash = (text: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(text).digest())
