import { Hono } from 'hono'
import { z } from 'zod'
import {
  ApplyRequest,
  NewSource,
  Plan,
  PlanQuery,
  Source,
  SourceChange,
  SyncRequest,
} from '../../contract/imports/sources.ts'
import type { Env } from '../../http/env.ts'
import { owner } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { idParam, json, query } from '../../http/validate.ts'
import type { Sources } from './sources.ts'

const notUsable = {
  409: 'The folder is a source already, contains one or is in one.',
  501: 'This gallery has no sources of that kind.',
}

export const sourceRoutes = ({ sources }: { sources: Sources }) =>
  new Hono<Env>()
    .get(
      '/sources',
      owner('Folders that stay in sync', () => z.array(Source())),
      takesTurns,
      (c) => c.json({ data: sources.list() }),
    )
    .post(
      '/sources',
      owner('Add a folder that stays in sync', Source, notUsable),
      json(NewSource),
      async (c) => c.json({ data: await sources.add(c.req.valid('json')) }),
    )
    .get('/sources/:id', owner('One of these folders', Source), takesTurns, (c) =>
      c.json({ data: sources.get(idParam(c)) }),
    )
    .put(
      '/sources/:id',
      owner('Change how a folder stays in sync', Source),
      json(SourceChange),
      async (c) => c.json({ data: await sources.change(idParam(c), c.req.valid('json')) }),
    )
    .delete(
      '/sources/:id',
      owner(
        'Stop following a folder',
        () => z.array(Source()),
        { 409: 'The folder was given on the command line.' },
        { description: 'The remaining folders; the photos are kept' },
      ),
      async (c) => {
        await sources.remove(idParam(c))
        return c.json({ data: sources.list() })
      },
    )
    .get(
      '/sources/:id/plan',
      owner('What the latest comparison found', Plan),
      takesTurns,
      query(PlanQuery),
      (c) => c.json({ data: sources.plan(idParam(c), c.req.valid('query')) }),
    )
    .post(
      '/sources/:id/sync',
      owner('Compare a folder, and apply what was found', Source),
      json(SyncRequest),
      async (c) => {
        const { preview } = c.req.valid('json')
        return c.json({ data: await sources.sync(idParam(c), preview === true) })
      },
    )
    .post(
      '/sources/:id/apply',
      owner('Apply a waiting plan', Source, {
        409: 'No plan is waiting, or the number of photos to hide must be confirmed.',
      }),
      json(ApplyRequest),
      async (c) => c.json({ data: await sources.apply(idParam(c), c.req.valid('json')) }),
    )
    .post(
      '/sources/:id/cancel',
      owner('Stop applying, or discard a waiting plan', Source),
      async (c) => c.json({ data: await sources.cancel(idParam(c)) }),
    )
