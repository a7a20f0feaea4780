import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Env } from './env.ts'

/** The pages with the number of parts after their name: '/album/:id/:photoId' has two. */
const pages: ReadonlyMap<string, readonly string[]> = new Map([
  ['', ['/']],
  ['photo', ['/photo', '/photo/:id']],
  ['album', ['/album', '/album/:id', '/album/:id/:photoId']],
  ['camera', ['/camera', '/camera/:id']],
  ['guest', ['/guest']],
  ['resume', ['/resume']],
  ['about', ['/about']],
  ['setup', ['/setup']],
  ['account', ['/account', '/account/:setting']],
  ['user', ['/user', '/user/:setting']],
  ['assets', ['/*', '/assets/*']],
])

/** The route of a request, whatever its address contains; '/*' or '/api/*' if there is none. */
export function routeTemplate(c: Context<Env>): string {
  const declared = matchedRoutes(c).find(({ path }) => !path.includes('*'))
  if (declared) return declared.path
  const [, name = '', ...others] = c.req.path.split('/')
  return name === 'api' ? '/api/*' : (pages.get(name)?.[others.length] ?? '/*')
}
