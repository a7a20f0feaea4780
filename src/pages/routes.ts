import { notFound } from '../contract/app-error.ts'
import { PageName } from '../contract/pages.ts'
import { handle } from '../http/route.ts'
import type { Pages } from './pages.ts'

export function pageHandlers({ pages }: { pages: Pages }) {
  return {
    get: handle((c) => {
      const name = PageName.safeParse(c.req.param('page'))
      if (!name.success) throw notFound()
      return c.json({ data: pages.get(name.data) })
    }),
  }
}
