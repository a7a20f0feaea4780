import { type Context, Hono } from 'hono'
import { z } from 'zod'
import {
  Page,
  PageChange,
  PageName,
  PagePreview,
  PageSource,
  PageVersion,
  PageVersionText,
  RenderedText,
} from '../../contract/site/pages.ts'
import { notFound } from '../../core/errors.ts'
import type { Env } from '../../http/env.ts'
import { anybody, owner } from '../../http/route.ts'
import { idParam, json } from '../../http/validate.ts'
import type { Pages } from './pages.ts'

export const pageRoutes = ({ pages }: { pages: Pages }) =>
  new Hono<Env>()
    .get(
      '/pages/:page',
      anybody('The resume or about page', Page, undefined, {
        description: 'Only the owner gets one that is not written yet.',
      }),
      async (c) => c.json({ data: await pages.get(nameParam(c), c.get('viewer')) }),
    )
    .get(
      '/pages/:page/source',
      owner('The text of a page', PageSource, { 409: 'The file cannot be edited here.' }),
      async (c) => c.json({ data: await pages.source(nameParam(c)) }),
    )
    .put(
      '/pages/:page',
      owner('Change the text of a page', PageSource, {
        409: 'The text was changed since it was loaded; `details` has it. Or the file cannot be edited here.',
      }),
      json(PageChange),
      async (c) => c.json({ data: await pages.save(nameParam(c), c.req.valid('json')) }),
    )
    .post(
      '/pages/:page/preview',
      owner('Render a text', RenderedText),
      json(PagePreview),
      async (c) => {
        nameParam(c)
        return c.json({ data: await pages.preview(c.req.valid('json').markdown) })
      },
    )
    .get(
      '/pages/:page/versions',
      owner('The current text and the ten before it', () => z.array(PageVersion())),
      async (c) => c.json({ data: await pages.versions(nameParam(c)) }),
    )
    .get('/pages/:page/versions/:version', owner('An earlier text', PageVersionText), async (c) =>
      c.json({ data: await pages.version(nameParam(c), idParam(c, 'version')) }),
    )

/** @throws AppError 404 */
function nameParam(c: Context): PageName {
  const name = PageName().safeParse(c.req.param('page'))
  if (!name.success) throw notFound()
  return name.data
}
