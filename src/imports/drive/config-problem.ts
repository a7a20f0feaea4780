import type { GoogleSettings } from './load-google.ts'

type Client = Pick<GoogleSettings, 'googleClientId' | 'googleClientSecret'>

export const isConfigured = ({ googleClientId: id, googleClientSecret: secret }: Client): boolean =>
  Boolean(id && secret)

/** What is missing if only a part is configured, for the log and the Drive screen. */
export function configProblem({ googleClientId: id, googleClientSecret: secret }: Client) {
  if (Boolean(id) === Boolean(secret)) return null
  return id
    ? 'Google Drive cannot be used: the client ID is set, but not the client secret. Set VITRINE_GOOGLE_CLIENT_SECRET (or --google-client-secret) and restart Vitrine.'
    : 'Google Drive cannot be used: the client secret is set, but not the client ID. Set VITRINE_GOOGLE_CLIENT_ID (or --google-client-id) and restart Vitrine.'
}

export const whyNotConfigured = (client: Client): string =>
  configProblem(client) ??
  'Google Drive is not configured; enter a client ID and secret on the Drive screen'
