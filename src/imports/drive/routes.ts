import { createMiddleware } from 'hono/factory'
import {
  DriveAuthQuery,
  DriveCallbackQuery,
  DriveCheckQuery,
  DriveFailuresQuery,
  DriveFolderChoice,
  DriveFoldersQuery,
  DriveJobQuery,
  DriveSchedule,
  isGoogleId,
} from '../../contract/imports/drive.ts'
import { GoogleClientChange } from '../../contract/imports/google-client.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { SiteCookie } from '../../http/cookie.ts'
import type { Env } from '../../http/env.ts'
import { handle } from '../../http/route.ts'
import { idParam, json, query, queryValues } from '../../http/validate.ts'
import type { Owner } from '../../people/owner/owner.ts'
import { driveScreen, returnPathWith } from './connection.ts'
import type { Drive } from './drive.ts'

/** Google can take longer than the 10 s after which a silent response is cut off. */
const patient = createMiddleware<Env>(async (c, next) => {
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

/** `cookie` is the session that a connection belongs to. */
export function driveHandlers({
  drive,
  owner,
  cookie,
}: {
  drive: Drive
  owner: Owner
  cookie: SiteCookie
}) {
  return {
    refusalsOnScreen,
    auth: handle(patient, query(DriveAuthQuery), async (c) => {
      const { redir, stopImport } = c.req.valid('query')
      const address = await drive.begin(cookie.read(c) ?? '', redir, stopImport)
      return c.redirect(address)
    }),
    /** A browser that comes from Google always gets a page, whatever is wrong. */
    callback: handle(patient, async (c) => {
      const back = DriveCallbackQuery.safeParse(queryValues(c))
      if (!c.get('viewer').isOwner) return c.redirect(returnPathWith('signed-out'))
      if (!back.success) return c.redirect(returnPathWith('expired'))
      return c.redirect(await drive.finish(cookie.read(c) ?? '', back.data))
    }),
    status: handle((c) => c.json({ data: drive.status() })),
    setFolder: handle(patient, json(DriveFolderChoice), async (c) => {
      await drive.setFolder(c.req.valid('json'))
      return c.json({ data: owner.user(c.get('viewer')) })
    }),
    folders: handle(patient, query(DriveFoldersQuery), async (c) =>
      c.json({ data: await drive.folders(c.req.valid('query')) }),
    ),
    content: handle(patient, async (c) => c.json({ data: await drive.content() })),
    failures: handle(query(DriveFailuresQuery), (c) =>
      c.json({ data: drive.failures(c.req.valid('query')) }),
    ),
    dismiss: handle(async (c) => {
      const fileId = c.req.param('fileId') ?? ''
      if (!isGoogleId(fileId)) throw notFound()
      return c.json({ data: await drive.dismissFailures(fileId) })
    }),
    dismissAll: handle(async (c) => c.json({ data: await drive.dismissFailures() })),
    list: handle(patient, async (c) => c.json({ data: await drive.list() })),
    check: handle(patient, query(DriveCheckQuery), async (c) =>
      c.json({ data: await drive.check({ deleted: c.req.valid('query').deleted === 'true' }) }),
    ),
    schedule: handle(patient, json(DriveSchedule), async (c) =>
      c.json({ data: await drive.schedule(c.req.valid('json')) }),
    ),
    latest: handle(query(DriveJobQuery), (c) =>
      c.json({ data: drive.latest(c.req.valid('query').whole) }),
    ),
    job: handle((c) => c.json({ data: drive.get(idParam(c)) })),
    cancel: handle(patient, async (c) => c.json({ data: await drive.cancel(idParam(c)) })),
    upload: handle(patient, async (c) => c.json({ data: await drive.uploadAwaited() })),
    client: handle((c) => c.json({ data: drive.client() })),
    setClient: handle(patient, json(GoogleClientChange), async (c) =>
      c.json({ data: await drive.setClient(c.req.valid('json')) }),
    ),
    removeClient: handle(patient, async (c) => c.json({ data: await drive.removeClient() })),
    disconnect: handle(patient, async (c) => {
      await drive.disconnect()
      return c.json({ data: { authenticated: false } })
    }),
  }
}
