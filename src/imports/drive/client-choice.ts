import type { GoogleClient, GoogleClientChange } from '../../contract/imports/google-client.ts'
import { AppError } from '../../core/errors.ts'
import type { SecretKey } from '../../core/secret-key.ts'
import { configProblem } from './config-problem.ts'
import type { GoogleSettings } from './load-google.ts'
import type { DriveStore } from './store.ts'

type Client = { readonly id: string; readonly secret: string }

const wrongSecretKey =
  'The client was encrypted with a different secret.key (was a backup restored?). Enter it again.'

export type OAuthClientChoice = ReturnType<typeof createClientChoice>

/**
 * The gallery's OAuth client at Google: from the configuration, which takes precedence, or entered
 * by the owner and stored encrypted.
 */
export function createClientChoice(parts: {
  rows: DriveStore
  secretKey: SecretKey
  configured: GoogleSettings
}) {
  const { rows, secretKey, configured } = parts
  const { googleClientId, googleClientSecret, googleUrl } = configured
  const isConfigured = googleClientId !== undefined || googleClientSecret !== undefined

  const stored = (): Client | undefined => {
    const { client: sealed } = rows.get()
    const text = sealed && secretKey.unseal('google client', sealed)
    return text ? (JSON.parse(text) as Client) : undefined
  }
  const requireChoice = () => {
    if (isConfigured) {
      throw new AppError(409, 'the client is set by the configuration; change it there')
    }
  }

  return {
    /** Read each time, so that a change takes effect without a restart. */
    settings: {
      get googleClientId() {
        return isConfigured ? googleClientId : stored()?.id
      },
      get googleClientSecret() {
        return isConfigured ? googleClientSecret : stored()?.secret
      },
      googleUrl,
    } satisfies GoogleSettings,
    /** Never contains the secret. */
    get: (): GoogleClient => {
      if (isConfigured) {
        const hasSecret = googleClientSecret !== undefined
        const problem = configProblem(configured)
        return { source: 'configuration', clientId: googleClientId ?? null, hasSecret, problem }
      }
      if (!rows.get().client)
        return { source: null, clientId: null, hasSecret: false, problem: null }
      const client = stored()
      const problem = client ? null : wrongSecretKey
      return {
        source: 'account',
        clientId: client?.id ?? null,
        hasSecret: Boolean(client),
        problem,
      }
    },
    /**
     * @returns the write, to be run inside Store.note; undefined if nothing changes.
     * @throws AppError 409 if the configuration sets the client, 400 without a secret for it.
     */
    changeTo: ({ clientId, clientSecret }: GoogleClientChange): (() => void) | undefined => {
      requireChoice()
      const present = stored()
      const secret = clientSecret ?? (present?.id === clientId ? present.secret : undefined)
      if (secret === undefined) {
        const reason = present ? 'is required with another client ID' : 'is required'
        throw new AppError(400, `clientSecret: ${reason}`, { field: 'clientSecret' })
      }
      if (present?.id === clientId && present.secret === secret) return undefined
      const sealed = secretKey.seal('google client', JSON.stringify({ id: clientId, secret }))
      return () => rows.setClient(sealed)
    },
    /** Like changeTo. @throws AppError 409 if the configuration sets the client. */
    removal: (): (() => void) | undefined => {
      requireChoice()
      return rows.get().client ? () => rows.setClient(null) : undefined
    },
  }
}
