import type { Context } from 'hono'
import { PageChange, PageName, PagePreview } from '../../contract/site/pages.ts'
import { notFound } from '../../core/errors.ts'
import { handle } from '../../http/route.ts'
import { idParam, json } from '../../http/validate.ts'
import type { Pages } from './pages.ts'

export function pageHandlers({ pages }: { pages: Pages }) {
  return {
    get: handle(async (c) => c.json({ data: await pages.get(nameParam(c)) })),
    source: handle(async (c) => c.json({ data: await pages.source(nameParam(c)) })),
    save: handle(json(PageChange), async (c) =>
      c.json({ data: await pages.save(nameParam(c), c.req.valid('json')) }),
    ),
    preview: handle(json(PagePreview), async (c) => {
      nameParam(c)
      return c.json({ data: await pages.preview(c.req.valid('json').markdown) })
    }),
    versions: handle(async (c) => c.json({ data: await pages.versions(nameParam(c)) })),
    version: handle(async (c) =>
      c.json({ data: await pages.version(nameParam(c), idParam(c, 'version')) }),
    ),
  }
}

/** @throws AppError 404 */
function nameParam(c: Context): PageName {
  const name = PageName.safeParse(c.req.param('page'))
  if (!name.success) throw notFound()
  return name.data
}
