import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { DriveAuthQuery, DriveCallbackQuery, DriveStatus } from '../../contract/imports/drive.ts'
import { GoogleClient, GoogleClientChange } from '../../contract/imports/google-client.ts'
import { Authenticated } from '../../contract/people/owner.ts'
import { AppError } from '../../core/errors.ts'
import type { SiteCookie } from '../../http/cookie.ts'
import type { Env } from '../../http/env.ts'
import { anybody, owner } from '../../http/route.ts'
import { json, query, queryValues } from '../../http/validate.ts'
import type { Drive } from './drive.ts'
import { driveScreen, returnPathWith } from './google-sign-in.ts'

const clientIsConfigured = { 409: 'The configuration sets the client.' }

/** Google can take longer than a silent connection is kept. */
export const patient = createMiddleware<Env>(async (c, next) => {
  c.env.server?.timeout(c.req.raw, 0)
  await next()
})

/** Browsers follow the link to Google themselves, so a refusal is shown on the Drive screen. */
const refusalsOnScreen = createMiddleware<Env>(async (c, next) => {
  await next()
  const isPage = c.req.header('accept')?.includes('text/html')
  if (!isPage || !(c.error instanceof AppError) || c.error.code === 400) return
  if (c.error.details?.import) c.res = c.redirect(returnPathWith('importing'))
  else c.res = c.redirect(c.error.code === 409 ? driveScreen : returnPathWith('sign-in'))
})

/** `session` is the cookie of the session that a connection belongs to. */
export const connectionRoutes = (drive: Drive, session: SiteCookie) =>
  new Hono<Env>()
    .get('/drive/authenticated', owner('Whether Google Drive is connected', DriveStatus), (c) =>
      c.json({ data: drive.status() }),
    )
    .use('/drive/auth', refusalsOnScreen)
    .get(
      '/drive/auth',
      owner(
        'Connect Google Drive',
        { redirect: 'Redirects to Google’s sign-in page' },
        { 409: 'Google Drive is not configured, or an import is running that may not be stopped.' },
        { changes: 'from any site' },
      ),
      patient,
      query(DriveAuthQuery),
      async (c) => {
        const { redir, stopImport } = c.req.valid('query')
        const address = await drive.begin(session.read(c) ?? '', redir, stopImport)
        return c.redirect(address)
      },
    )
    .get(
      '/drive/callback',
      anybody(
        'OAuth callback',
        { redirect: 'Redirects back to the Drive screen, with `error` for an expired sign-in' },
        {},
        {
          changes: 'from any site',
          parameters: ['state', 'code'].map((name) => ({
            name,
            in: 'query',
            schema: { type: 'string' },
          })),
        },
      ),
      patient,
      // A browser that comes from Google always gets a page, whatever is wrong.
      async (c) => {
        const back = DriveCallbackQuery().safeParse(queryValues(c))
        if (!c.get('viewer').isOwner) return c.redirect(returnPathWith('signed-out'))
        if (!back.success) return c.redirect(returnPathWith('expired'))
        return c.redirect(await drive.finish(session.read(c) ?? '', back.data))
      },
    )
    .post(
      '/drive/disconnect',
      owner('Disconnect Google Drive', Authenticated),
      patient,
      async (c) => {
        await drive.disconnect()
        return c.json({ data: { authenticated: false } })
      },
    )

    // The OAuth client
    .get('/drive/client', owner('The OAuth client', GoogleClient), (c) =>
      c.json({ data: drive.client() }),
    )
    .put(
      '/drive/client',
      owner('Set the OAuth client, and disconnect', GoogleClient, clientIsConfigured),
      patient,
      json(GoogleClientChange),
      async (c) => c.json({ data: await drive.setClient(c.req.valid('json')) }),
    )
    .delete(
      '/drive/client',
      owner('Remove the OAuth client, and disconnect', GoogleClient, clientIsConfigured),
      patient,
      async (c) => c.json({ data: await drive.removeClient() }),
    )
