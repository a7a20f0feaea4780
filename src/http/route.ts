import type { MiddlewareHandler } from 'hono'
import { createFactory } from 'hono/factory'
import type { RouterRoute } from 'hono/types'
import { describeRoute, resolver, uniqueSymbol } from 'hono-openapi'
import type { z } from 'zod'
import { AppError } from '../contract/app-error.ts'
import { dataBody, ErrorBody } from '../contract/envelope.ts'
import type { Viewer } from '../contract/viewer.ts'
import type { Role } from '../contract/vocabulary.ts'
import type { Env } from './env.ts'

/** What a call answers: data of a schema in the envelope, bytes of some type, or another address. */
export type Answer = z.ZodType | { readonly media: string } | { readonly redirect: string }

/** One row of the route table, as it was declared. */
export type Declaration = {
  readonly role: Role
  readonly summary: string
  readonly answer: Answer
}

const declarations = new WeakMap<object, Declaration>()
const { createHandlers } = createFactory<Env>()

/** What stands behind a row of the route table: middleware and the handler, typed for the client. */
export const handle = createHandlers

/** A call for anybody. What a viewer may not see is the handler's affair. */
export const anybody = (summary: string, answer: Answer) => declare('anybody', summary, answer)
/** A call for guests who have followed their link. */
export const guest = (summary: string, answer: Answer) => declare('guest', summary, answer)
/** A call for such guests and for the owner. */
export const member = (summary: string, answer: Answer) => declare('member', summary, answer)
/** The owner's alone. */
export const owner = (summary: string, answer: Answer) => declare('owner', summary, answer)

/** One row of the route table with its place: `pattern` matches whole paths. */
export type Row = Declaration & {
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
}

/** The route table of an app: every call that was declared, in its order. */
export const routeTable = (routes: RouterRoute[]): Row[] =>
  routes.flatMap(({ method, path, handler }) => {
    const declaration = declarations.get(handler)
    return declaration ? [{ ...declaration, method, path, pattern: patternOf(path) }] : []
  })

/** '/photos/:id' as a pattern. */
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)

/** Enforces the role, and says what the call is for the document and the tests. */
function declare(role: Role, summary: string, answer: Answer): MiddlewareHandler<Env> {
  const check: MiddlewareHandler<Env> = async (c, next) => {
    refuseOthers(role, c.get('viewer'))
    await next()
  }
  declarations.set(check, { role, summary, answer })
  const described = describeRoute({
    summary,
    tags: [role],
    responses: { ...answered(answer), default: json('Why it was refused', ErrorBody) },
  })
  return Object.assign(check, { [uniqueSymbol]: Reflect.get(described, uniqueSymbol) })
}

/** @throws AppError 401 for a visitor where more is needed, 403 for a guest where the owner is. */
export function refuseOthers(role: Role, { isOwner, guest }: Viewer): void {
  const isGuest = guest !== undefined
  switch (role) {
    case 'anybody':
      return
    case 'guest':
      if (!isGuest) throw new AppError(401, 'this is for guests: register or follow your link')
      return
    case 'member':
      if (!isGuest && !isOwner) {
        throw new AppError(401, 'this is for guests: register or follow your link')
      }
      return
    case 'owner':
      if (isOwner) return
      if (isGuest) throw new AppError(403, 'this is for the owner')
      throw new AppError(401, 'this is for the owner: sign in first')
  }
}

const answered = (answer: Answer) => {
  if ('redirect' in answer) return { 302: { description: answer.redirect } }
  return { 200: 'media' in answer ? bytes(answer.media) : json('The data', dataBody(answer)) }
}

const json = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema: resolver(schema) } },
})

const bytes = (media: string) => ({
  description: 'The bytes',
  content: { [media]: { schema: { type: 'string' as const, format: 'binary' } } },
})
