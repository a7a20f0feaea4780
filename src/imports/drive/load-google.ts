import type { drive_v3 } from 'googleapis/build/src/apis/drive'

type Google = typeof import('googleapis/build/src/apis/drive')
export type OAuthClient = InstanceType<Google['auth']['OAuth2']>
export type DriveV3 = drive_v3.Drive
/** Only the requested fields are set. */
export type FileEntry = drive_v3.Schema$File

/** Google's addresses, unless --google-url is set. */
const authOrigin = 'https://accounts.google.com'
const tokenOrigin = 'https://oauth2.googleapis.com'
const apiOrigin = 'https://www.googleapis.com'

/** A request without a response for this long has failed, in ms. */
const callLimitMs = 30_000

export type GoogleSettings = {
  readonly googleClientId: string | undefined
  readonly googleClientSecret: string | undefined
  readonly googleUrl: string | undefined
}

/** Loads the library on first use: it takes 49 MB and 150 ms, and most runs never need it. */
const loadGoogle = (): Promise<Google> => import('googleapis/build/src/apis/drive')

/** googleapis' OAuth client for this gallery. `callbackUrl` is needed only for a new connection. */
export async function openOAuth(
  { googleClientId, googleClientSecret, googleUrl }: GoogleSettings,
  callbackUrl?: string,
): Promise<OAuthClient> {
  const { auth } = await loadGoogle()
  return new auth.OAuth2({
    clientId: googleClientId ?? '',
    clientSecret: googleClientSecret ?? '',
    ...(callbackUrl !== undefined && { redirectUri: callbackUrl }),
    endpoints: {
      oauth2AuthBaseUrl: `${googleUrl ?? authOrigin}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${googleUrl ?? tokenOrigin}/token`,
      oauth2RevokeUrl: `${googleUrl ?? tokenOrigin}/revoke`,
    },
    transporterOptions: { timeout: callLimitMs },
  })
}

/** Drive's API without its own retries, so that ours can be counted and cancelled. */
export async function openDriveApi(
  { googleUrl }: GoogleSettings,
  client: OAuthClient,
): Promise<DriveV3> {
  const { drive } = await loadGoogle()
  const rootUrl = `${googleUrl ?? apiOrigin}/`
  return drive({ version: 'v3', auth: client, rootUrl, retry: false })
}
