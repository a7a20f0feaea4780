import type { drive_v3 } from 'googleapis/build/src/apis/drive'

/** googleapis' own part for Drive, with its OAuth client. */
type Google = typeof import('googleapis/build/src/apis/drive')
export type OAuthClient = InstanceType<Google['auth']['OAuth2']>
export type DriveV3 = drive_v3.Drive
/** A file or folder; only the fields that were asked for are there. */
export type FileEntry = drive_v3.Schema$File

/** Google's addresses where --google-url names no others. */
const authOrigin = 'https://accounts.google.com'
const tokenOrigin = 'https://oauth2.googleapis.com'
const apiOrigin = 'https://www.googleapis.com'

/** A call that has no answer after that long failed, in ms. */
const callLimitMs = 30_000

export type GoogleSettings = {
  readonly googleClientId: string | undefined
  readonly googleClientSecret: string | undefined
  readonly googleUrl: string | undefined
}

/** Loaded on first use: it costs 49 MB and 150 ms, and most starts never need it. */
const loadGoogle = (): Promise<Google> => import('googleapis/build/src/apis/drive')

/** googleapis' OAuth client for this gallery. `callbackUrl` is needed for a new connection alone. */
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

/** Drive's API; repeating what failed is ours, so that it can be counted and cancelled. */
export async function openDriveApi(
  { googleUrl }: GoogleSettings,
  client: OAuthClient,
): Promise<DriveV3> {
  const { drive } = await loadGoogle()
  const rootUrl = `${googleUrl ?? apiOrigin}/`
  return drive({ version: 'v3', auth: client, rootUrl, retry: false })
}
