import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { pageIds, pageRules } from '../contract/site/page-table.ts'
import type { Env } from './env.ts'

/** By the first part of the path and the number of parts after it: '/album/:albumId' is 'album/1'. */
const pages = new Map(pageIds.flatMap((id) => templatesOf(pageRules[id].path)))

/** A page whose last part may be missing has two: '/camera' and '/camera/:cameraId'. */
function templatesOf(path: string): [key: string, template: string][] {
  const template = path.replace('?', '')
  const withoutLast = template.slice(0, template.lastIndexOf('/'))
  const templates = path.endsWith('?') ? [withoutLast, template] : [template]
  return templates.map((each) => [keyOf(each), each])
}

function keyOf(path: string): string {
  const [, start, ...others] = path.split('/')
  return `${start}/${others.length}`
}

/**
 * The route of a request, whatever its address contains: '/photo/:photoId'. Where there is none, it is
 * '/assets/*', '/api/*' or '/*'.
 */
export function routeTemplate(c: Context<Env>): string {
  const declared = matchedRoutes(c).find(({ path }) => !path.includes('*'))
  if (declared) return declared.path
  const { path } = c.req
  const folder = ['/api/', '/assets/'].find((start) => path.startsWith(start))
  return folder ? `${folder}*` : (pages.get(keyOf(path)) ?? '/*')
}
