import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { anonymousVisitor } from '../../contract/people/viewer.ts'
import { maxEmbeddedTiles } from '../../contract/site/embed-frame.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { bodyOf, compressedResponse } from '../../http/encoding.ts'
import type { Env } from '../../http/env.ts'
import type { ResponseCache } from '../../http/response-cache.ts'
import { framedPolicy } from '../../http/security.ts'
import { sharedPages } from '../../http/shared-pages.ts'
import { idParam } from '../../http/validate.ts'
import { byAddressAlone } from '../address-pages.ts'
import type { SiteServices } from '../site-services.ts'
import {
  type Embed,
  embedDocument,
  embeddedAlbum,
  embeddedNothing,
  embeddedPhoto,
} from './embed-page.ts'
import { embedStyles } from './styles.ts'

const policy = framedPolicy(embedStyles)

/**
 * The only pages that other sites may frame. They show what anyone with the address may see and
 * ignore every cookie: a page of another site must not show the owner's private photos.
 */
export function embedRoutes(services: SiteServices, cached: ResponseCache) {
  const { photos, albums, owner, uxConfig, address, config } = services
  const shared = sharedPages(config.sharedPages, () => true)

  const framed = createMiddleware<Env>(async (c, next) => {
    await next()
    const { headers } = c.res
    if (!headers.get('Content-Type')?.startsWith('text/html') && c.res.status !== 304) return
    headers.set('Content-Security-Policy', policy)
    headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  })

  const photoOf = (c: Context<Env>): Embed => {
    const viewer = c.get('addressViewer')()
    const photo = photos.get(idParam(c), viewer)
    const isOpen = photos.find(photo.id, anonymousVisitor) !== undefined
    return embeddedPhoto(photo, owner.siteName(), isOpen ? undefined : c.req.query('code'))
  }
  const albumOf = (c: Context<Env>): Embed => {
    const viewer = c.get('addressViewer')()
    const album = albums.get(idParam(c), viewer)
    const code = albums.isOpen(album.id, anonymousVisitor) ? undefined : c.req.query('code')
    const first = photos.list(albums.source(album.id, viewer), { limit: maxEmbeddedTiles }, viewer)
    return embeddedAlbum(album, first.photos, owner.siteName(), code)
  }

  const page = (find: (c: Context<Env>) => Embed) =>
    [
      framed,
      ...byAddressAlone(shared, cached),
      (c: Context<Env>) => {
        const embed = orNothing(() => {
          if (!owner.isClaimed()) throw notFound()
          return find(c)
        }, owner.siteName())
        const gallery = { name: owner.siteName(), publicUrl: address(), uxConfig: uxConfig.get() }
        const body = new TextEncoder().encode(embedDocument(embed, gallery))
        const headers = { 'Content-Type': 'text/html; charset=utf-8' }
        if (embed.status === 200) return new Response(body, { headers })
        return compressedResponse(bodyOf(body), c.req.header('accept-encoding'), headers, 404)
      },
    ] as const

  return new Hono<Env>()
    .get('/embed/photo/:id', ...page(photoOf))
    .get('/embed/album/:id', ...page(albumOf))
}

function orNothing(find: () => Embed, name: string): Embed {
  try {
    return find()
  } catch (error) {
    if (error instanceof AppError && error.code === 404) return embeddedNothing(name)
    throw error
  }
}
