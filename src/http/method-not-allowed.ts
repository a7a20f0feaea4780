import type { MiddlewareHandler } from 'hono'
import type { RouterRoute } from 'hono/types'
import { AppError, notFound } from '../contract/app-error.ts'
import { routeTable } from './call.ts'
import type { Env } from './env.ts'

/**
 * What no row of the route table answers: 405 naming the methods of that path, or 404. It goes by
 * the path's shape alone, so it says nothing of what is there.
 */
export function methodNotAllowed(routes: RouterRoute[]): MiddlewareHandler<Env> {
  const table = routeTable(routes)
  return async (c) => {
    const path = c.req.path.replace(/^\/api(?=\/)/, '')
    const rows = table.filter(({ pattern }) => pattern.test(path))
    if (rows.length === 0) throw notFound()
    const methods = [...new Set(rows.map(({ method }) => method))]
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    throw new AppError(405, `use ${allowed.join(' or ')} here`, undefined, {
      Allow: allowed.join(', '),
    })
  }
}
