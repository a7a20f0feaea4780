import type { DriveStatus } from '../../contract/imports/drive.ts'
import type { Pause } from '../../core/clock.ts'
import { AppError } from '../../core/errors.ts'
import { configProblem, isConfigured } from './config-problem.ts'
import {
  type ConnectionLostNotice,
  refusedByGoogle,
  withAdvice,
  wrongSecretKey,
} from './connection-lost-notice.ts'
import { createGoogleDrive, type GoogleDrive } from './drive-api.ts'
import { createGoogleSignIn, requireClient, type SignInParts } from './google-sign-in.ts'
import { accountOf, revokeSealedGrant } from './grant.ts'
import {
  type DriveV3,
  type GoogleSettings,
  type OAuthClient,
  openDriveApi,
  openOAuth,
} from './load-google.ts'
import { briefly, type RetryPolicy } from './retry-policies.ts'
import type { DriveRow } from './store.ts'

type Opened = {
  readonly sealed: Uint8Array
  readonly api: DriveV3
  readonly client: OAuthClient
  readonly unlisted: Set<string>
}

type ConnectionParts = Omit<SignInParts, 'connectedAccount'> & {
  readonly pause: Pause
  readonly lostNotice: ConnectionLostNotice
}

export type Connection = ReturnType<typeof createConnection>

/** The connection to the owner's Google account. Only the encrypted refresh token is stored. */
export function createConnection(parts: ConnectionParts) {
  const { store, rows, secretKey, settings, pause, lostNotice } = parts
  let opened: Opened | undefined

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
    if (!sealed) throw new AppError(409, trouble ?? 'Google Drive is not connected')
    requireClient(settings)
    if (opened && Buffer.from(opened.sealed).equals(sealed)) return opened
    const token = secretKey.unseal('drive token', sealed)
    if (token === undefined) {
      await giveUp(sealed, wrongSecretKey)
      throw new AppError(409, withAdvice(wrongSecretKey))
    }
    opened = { sealed, ...(await openWithToken(token, settings)) }
    return opened
  }

  const connectedAccount = async (): Promise<string | null> => {
    const ask = async () => accountOf((await openApi()).client, settings)
    return rows.get().account ?? (await ask().catch(() => null))
  }

  return {
    status: (): DriveStatus => statusOf(rows.get(), settings),
    /** For a person who waits, or for a job with `withRetries` and `signal` of its own. */
    open: async (job?: { withRetries: RetryPolicy; signal: AbortSignal }): Promise<GoogleDrive> => {
      const present = await openApi()
      const onRefused = () => giveUp(present.sealed, refusedByGoogle)
      return createGoogleDrive({
        ...present,
        onRefused,
        ...(job ?? { withRetries: briefly(pause) }),
      })
    },
    ...createGoogleSignIn({ ...parts, connectedAccount }),
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
      if (sealed) await revokeSealedGrant(sealed, secretKey, settings)
    },
  }
}

async function openWithToken(token: string, settings: GoogleSettings) {
  const client = await openOAuth(settings)
  client.setCredentials({ refresh_token: token })
  return { client, api: await openDriveApi(settings, client), unlisted: new Set<string>() }
}

function statusOf(
  { refresh_token: token, trouble, account, is_lost: isLost }: DriveRow,
  settings: GoogleSettings,
): DriveStatus {
  const hasClient = isConfigured(settings)
  return {
    authenticated: hasClient && token !== null,
    isConfigured: hasClient,
    configProblem: configProblem(settings),
    reason: trouble,
    isLost: isLost === 1,
    account,
  }
}
