// Google's OAuth 2 for web applications: consent, codes with PKCE, refresh, revocation.
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export const driveScope = 'https://www.googleapis.com/auth/drive.readonly'

type Grant = { challenge: string; redirect: string; scope: string }

export function createFakeOAuth() {
  const clientId = '1234567890-made.apps.googleusercontent.com'
  const clientSecret = `GOCSPX-${randomBytes(14).toString('hex')}`
  const codes = new Map<string, Grant>()
  /** The account of each. */
  const refreshTokens = new Map<string, string>()
  const accessTokens = new Map<string, string>()
  const secrets = new Set<string>([clientSecret])
  const calls = { code: 0, refresh: 0, revoke: 0 }
  const program = {
    /** Who signs in at Google. */
    account: 'ann@example.org',
    /** What the owner does on the consent page; 'ask' shows it. */
    consent: 'all' as 'all' | 'nothing' | 'without the drive' | 'ask',
    /** The lifetime of access tokens; googleapis refreshes them five minutes before the end. */
    lifeSeconds: 3599,
    isRevokeBroken: false,
  }
  const make = (prefix: string) => {
    const secret = prefix + randomBytes(24).toString('base64url')
    secrets.add(secret)
    return secret
  }
  const newAccess = (account: string) => {
    const token = make('ya29.')
    accessTokens.set(token, account)
    return { access_token: token, expires_in: program.lifeSeconds, token_type: 'Bearer' }
  }

  function consent(response: ServerResponse, query: URLSearchParams) {
    const redirect = query.get('redirect_uri') ?? ''
    const isComplete =
      query.get('client_id') === clientId &&
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256' &&
      query.get('scope') === driveScope
    if (!isComplete) return void response.writeHead(400).end('invalid_request')
    const choice = program.consent === 'ask' ? query.get('choice') : program.consent
    if (choice === null) return consentPage(response, query)
    const back = new URL(redirect)
    back.searchParams.set('state', query.get('state') ?? '')
    if (choice === 'nothing') back.searchParams.set('error', 'access_denied')
    else {
      const code = make('4/0A')
      const scope = choice === 'all' ? driveScope : ''
      codes.set(code, { challenge: query.get('code_challenge') ?? '', redirect, scope })
      back.searchParams.set('code', code)
      back.searchParams.set('scope', scope)
    }
    response.writeHead(302, { Location: back.href }).end()
  }

  function tokens(form: URLSearchParams): object | string {
    const isClient =
      form.get('client_id') === clientId && form.get('client_secret') === clientSecret
    if (!isClient) return 'invalid_client'
    if (form.get('grant_type') === 'refresh_token') {
      calls.refresh++
      const account = refreshTokens.get(form.get('refresh_token') ?? '')
      return account ? { ...newAccess(account), scope: driveScope } : 'invalid_grant'
    }
    calls.code++
    const code = form.get('code') ?? ''
    const verifier = form.get('code_verifier') ?? ''
    secrets.add(verifier)
    const grant = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (grant?.challenge !== challenge || grant.redirect !== form.get('redirect_uri')) {
      return 'invalid_grant'
    }
    const token = make('1//0')
    refreshTokens.set(token, program.account)
    return { ...newAccess(program.account), refresh_token: token, scope: grant.scope }
  }

  async function answer(request: IncomingMessage, response: ServerResponse, address: URL) {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (address.pathname === '/o/oauth2/v2/auth') consent(response, address.searchParams)
    // Browsers request it for the consent page.
    else if (address.pathname === '/favicon.ico') response.writeHead(204).end()
    else if (address.pathname === '/token') {
      const found = tokens(new URLSearchParams(await bodyOf(request)))
      if (typeof found !== 'string') send(200, found)
      else send(found === 'invalid_client' ? 401 : 400, { error: found, error_description: 'Bad.' })
    } else if (address.pathname === '/revoke') {
      calls.revoke++
      if (program.isRevokeBroken) send(400, { error: 'invalid_token' })
      else {
        // Ends all that the account has granted to this client, whichever token it is.
        const account = refreshTokens.get(address.searchParams.get('token') ?? '')
        for (const tokens of [refreshTokens, accessTokens]) {
          for (const [token, owner] of tokens) if (owner === account) tokens.delete(token)
        }
        send(200, {})
      }
    } else return false
    return true
  }

  return {
    clientId,
    clientSecret,
    program,
    calls,
    secrets,
    answer,
    isAuthorised: (header: string | undefined) =>
      accessTokens.has(header?.replace(/^Bearer /, '') ?? ''),
    accountOf: (header: string | undefined) =>
      accessTokens.get(header?.replace(/^Bearer /, '') ?? ''),
    /** How many connections Google would still accept. */
    liveTokens: () => refreshTokens.size,
    liveAccounts: () => [...new Set(refreshTokens.values())],
    /** Ends every connection, as after seven days in the testing state. */
    withdraw: () => {
      refreshTokens.clear()
      accessTokens.clear()
    },
    /** Ends all access tokens early; new ones can be had. */
    forgetAccess: () => accessTokens.clear(),
  }
}

function consentPage(response: ServerResponse, query: URLSearchParams) {
  const link = (choice: string, text: string) =>
    `<a href="?${new URLSearchParams({ ...Object.fromEntries(query), choice })}">${text}</a>`
  response.writeHead(200, { 'Content-Type': 'text/html' })
  response.end(`<h1>Vitrine wants to see your drive</h1>
    ${link('nothing', 'Cancel')} ${link('all', 'Allow')}`)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
