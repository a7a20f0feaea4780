import { Hono } from 'hono'
import { NoticeChannelChange, Notices, NoticeTest } from '../../contract/site/notices.ts'
import type { Env } from '../../http/env.ts'
import { owner } from '../../http/route.ts'
import { json } from '../../http/validate.ts'
import type { NoticeRules } from './notices.ts'

const missing = { 404: 'There is no such channel.' }

export const noticeRoutes = ({ notices }: { notices: NoticeRules }) =>
  new Hono<Env>()
    .get('/safety/notices', owner('How the owner is told of problems', Notices), (c) =>
      c.json({ data: notices.get() }),
    )
    .post(
      '/safety/notices',
      owner('Add a channel of notices', Notices, { 409: 'There are too many channels.' }),
      json(NoticeChannelChange),
      async (c) => c.json({ data: await notices.add(c.req.valid('json')) }),
    )
    .put(
      '/safety/notices/:id',
      owner('Change a channel of notices', Notices, missing),
      json(NoticeChannelChange),
      async (c) => c.json({ data: await notices.change(c.req.param('id'), c.req.valid('json')) }),
    )
    .delete(
      '/safety/notices/:id',
      owner('Remove a channel of notices', Notices, missing),
      async (c) => c.json({ data: await notices.remove(c.req.param('id')) }),
    )
    .post(
      '/safety/notices/:id/test',
      owner('Send a notice to try a channel', NoticeTest, missing),
      async (c) => c.json({ data: await notices.test(c.req.param('id')) }),
    )
