import type { MiddlewareHandler } from 'hono'
import type { RouterRoute } from 'hono/types'
import { AppError, notFound } from '../core/errors.ts'
import type { Env } from './env.ts'
import { patternOf, type Row, routeTable } from './route.ts'

/** Looks only at the path's shape, so it does not reveal what exists. */
export function methodNotAllowed(routes: RouterRoute[]): MiddlewareHandler<Env> {
  // Made for the first address that has no route: so many expressions would delay every start.
  let table: { readonly row: Row; readonly pattern: RegExp }[] | undefined
  return async (c) => {
    const path = c.req.path.replace(/^\/api(?=\/)/, '')
    table ??= routeTable(routes).map((row) => ({ row, pattern: patternOf(row.path) }))
    const rows = table.flatMap(({ row, pattern }) => (pattern.test(path) ? [row] : []))
    throw refusalOf(rows) ?? notFound()
  }
}

/** For paths like '/photos/search', whose other methods would otherwise match '/photos/:id'. */
export function shadowedPaths(routes: RouterRoute[]): Map<string, MiddlewareHandler<Env>> {
  const table = routeTable(routes)
  const paths = [...new Set(table.map(({ path }) => path))].map((path) => path.split('/'))
  // Only these can match other paths than their own, and comparing each with each takes time.
  const shapes = paths.filter((parts) => parts.some(isParameter))
  const shadowed = paths.filter((parts) =>
    shapes.some((shape) => shape !== parts && hasShape(parts, shape)),
  )
  return new Map(
    shadowed.map((parts) => {
      const path = parts.join('/')
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
  shape.every((part, index) => part === path[index] || isParameter(part))

const isParameter = (part: string): boolean => part.startsWith(':')

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
