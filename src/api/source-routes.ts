import { Hono } from 'hono'
import { z } from 'zod'
import { Plan, Source } from '../contract/imports/sources.ts'
import type { Env } from '../http/env.ts'
import { owner } from '../http/route.ts'
import type { Handlers } from './handlers.ts'

const notUsable = {
  409: 'The folder is a source already, contains one or is in one.',
  501: 'This gallery has no sources of that kind.',
}

export const sourceRoutes = (h: Handlers) =>
  new Hono<Env>()
    .get(
      '/sources',
      owner('Folders that stay in sync', () => z.array(Source())),
      ...h.sources.list,
    )
    .post('/sources', owner('Add a folder that stays in sync', Source, notUsable), ...h.sources.add)
    .get('/sources/:id', owner('One of these folders', Source), ...h.sources.get)
    .put('/sources/:id', owner('Change how a folder stays in sync', Source), ...h.sources.change)
    .delete(
      '/sources/:id',
      owner(
        'Stop following a folder',
        () => z.array(Source()),
        { 409: 'The folder was given on the command line.' },
        { description: 'The folders that are left; the photos stay' },
      ),
      ...h.sources.remove,
    )
    .get('/sources/:id/plan', owner('What the latest comparison found', Plan), ...h.sources.plan)
    .post(
      '/sources/:id/sync',
      owner('Compare a folder, and apply what was found', Source),
      ...h.sources.sync,
    )
    .post(
      '/sources/:id/apply',
      owner('Apply a plan that waits', Source, {
        409: 'No plan is waiting, or the number of photos to hide must be confirmed.',
      }),
      ...h.sources.apply,
    )
    .post(
      '/sources/:id/cancel',
      owner('Stop applying, or discard a plan that waits', Source),
      ...h.sources.cancel,
    )
