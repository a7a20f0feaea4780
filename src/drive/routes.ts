import { createMiddleware } from 'hono/factory'
import {
  DriveAuthQuery,
  DriveCallbackQuery,
  DriveCheckQuery,
  DriveFolderChoice,
  DriveSchedule,
} from '../contract/drive.ts'
import type { SiteCookie } from '../http/cookie.ts'
import type { Env } from '../http/env.ts'
import { handle } from '../http/route.ts'
import { idParam, json, query } from '../http/validate.ts'
import type { Owner } from '../owner/owner.ts'
import type { Drive } from './drive.ts'

/** Google can take longer than the 10 s after which a silent response is cut off. */
const patient = createMiddleware<Env>(async (c, next) => {
  c.env.server?.timeout(c.req.raw, 0)
  await next()
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
    auth: handle(patient, query(DriveAuthQuery), async (c) => {
      const address = await drive.begin(cookie.read(c) ?? '', c.req.valid('query').redir)
      return c.redirect(address)
    }),
    callback: handle(patient, query(DriveCallbackQuery), async (c) =>
      c.redirect(await drive.finish(cookie.read(c) ?? '', c.req.valid('query'))),
    ),
    status: handle((c) => c.json({ data: drive.status() })),
    setFolder: handle(patient, json(DriveFolderChoice), async (c) => {
      await drive.setFolder(c.req.valid('json'))
      return c.json({ data: owner.user(c.get('viewer')) })
    }),
    list: handle(patient, async (c) => c.json({ data: await drive.list() })),
    check: handle(patient, query(DriveCheckQuery), async (c) =>
      c.json({ data: await drive.check({ deleted: c.req.valid('query').deleted === 'true' }) }),
    ),
    schedule: handle(patient, json(DriveSchedule), async (c) =>
      c.json({ data: await drive.schedule(c.req.valid('json')) }),
    ),
    latest: handle((c) => c.json({ data: drive.latest() })),
    job: handle((c) => c.json({ data: drive.get(idParam(c)) })),
    cancel: handle(patient, async (c) => c.json({ data: await drive.cancel(idParam(c)) })),
    upload: handle(patient, async (c) => c.json({ data: await drive.uploadAwaited() })),
    disconnect: handle(patient, async (c) => {
      await drive.disconnect()
      return c.json({ data: { authenticated: false } })
    }),
  }
}
