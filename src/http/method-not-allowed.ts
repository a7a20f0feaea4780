import type { MiddlewareHandler } from 'hono'
import type { RouterRoute } from 'hono/types'
import { AppError, notFound } from '../core/errors.ts'
import type { Env } from './env.ts'
import { type Row, routeTable } from './route.ts'

/** Looks only at the path's shape, so it does not reveal what exists. */
export function methodNotAllowed(routes: RouterRoute[]): MiddlewareHandler<Env> {
  const table = routeTable(routes)
  return async (c) => {
    const path = c.req.path.replace(/^\/api(?=\/)/, '')
    throw refusalOf(table.filter(({ pattern }) => pattern.test(path))) ?? notFound()
  }
}

/** For paths like '/photos/search', whose other methods would otherwise match '/photos/:id'. */
export function shadowedPaths(routes: RouterRoute[]): Map<string, MiddlewareHandler<Env>> {
  const table = routeTable(routes)
  const all = new Set(table.map(({ path }) => path))
  const parts = new Map([...all].map((path) => [path, path.split('/')]))
  const isShadowed = (path: string) =>
    [...parts].some(([other, shape]) => other !== path && hasShape(parts.get(path)!, shape))
  const paths = new Set([...all].filter(isShadowed))
  return new Map(
    [...paths].map((path) => {
      const rows = table.filter((row) => row.path === path)
      const methods = new Set(methodsOf(rows))
      return [
        path,
        async (c, next) => {
          if (!methods.has(c.req.method)) throw refusalOf(rows)
          await next()
        },
      ]
    }),
  )
}

/** Whether a route for `shape` would also match `path`, each given by its parts. */
const hasShape = (path: readonly string[], shape: readonly string[]): boolean =>
  path.length === shape.length &&
  shape.every((part, index) => part === path[index] || part.startsWith(':'))

const methodsOf = (rows: Row[]): string[] => [
  ...new Set(
    rows.flatMap(({ method, changes }) =>
      method === 'GET' && !changes ? ['GET', 'HEAD'] : [method],
    ),
  ),
]

const refusalOf = (rows: Row[]): AppError | undefined =>
  rows.length > 0 ? refusalOfMethod(methodsOf(rows)) : undefined

export const refusalOfMethod = (allowed: readonly string[]): AppError =>
  new AppError(405, `method not allowed; use ${allowed.join(' or ')}`, undefined, {
    Allow: allowed.join(', '),
  })
