import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import ipaddr from 'ipaddr.js'
import type { Env } from './env.ts'

const localHost = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i
/** A request with one of these came through a proxy, whose visitors are elsewhere. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Notes whether a browser on this machine has opened the gallery at http://localhost and its port. A
 * gallery with its own domain (`hasDomain`) lets its owner sign in there, as one without an address
 * does: before its first certificate, there is no other way. Its other ports answer no such Host.
 * Behind a proxy for https, this would send cookies without Secure to visitors if the proxy
 * changed the Host.
 */
export const localAddress = (hasDomain: boolean) =>
  createMiddleware<Env>((c, next) => {
    c.set('isLocal', hasDomain && isLocal(c))
    return next()
  })

const isLocal = (c: Context<Env>): boolean =>
  localHost.test(c.req.header('host') ?? '') &&
  proxyHeaders.every((name) => c.req.header(name) === undefined) &&
  isLoopback(c.env.server?.requestIP(c.req.raw)?.address)

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
