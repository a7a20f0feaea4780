import type { Hono } from 'hono'
import { type AppError, notFound } from '../core/errors.ts'
import type { Env } from '../http/env.ts'
import { interfaceFiles } from '../http/interface-files.ts'
import { refusalOfMethod } from '../http/method-not-allowed.ts'
import { hasPageShape } from './page-address.ts'

/**
 * The answer to anything but GET and HEAD outside the API, where nothing can be changed: 405 at every
 * address that has the form of a page's, a feed's or a file's, so it does not reveal what exists.
 */
export const otherMethods =
  (...routes: Hono<Env>[]) =>
  (path: string): AppError => {
    const isRoute = () => routes.some(({ router }) => router.match('GET', path)[0].length > 0)
    const isKnown = hasPageShape(path) || interfaceFiles().has(path) || isRoute()
    return isKnown ? refusalOfMethod(['GET', 'HEAD']) : notFound()
  }
