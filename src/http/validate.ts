import type { Context, ValidationTargets } from 'hono'
import { createMiddleware } from 'hono/factory'
import { validator } from 'hono-openapi'
import type { z } from 'zod'
import { AppError, notFound } from '../contract/app-error.ts'
import { isUuid } from '../contract/envelope.ts'
import type { Env } from './env.ts'

/** Checks a part of the request once, at the door; a refusal is a 400 that names the field. */
export function validate<T extends keyof ValidationTargets, S extends z.ZodType>(
  target: T,
  schema: S,
) {
  return validator(target, schema, (result) => {
    if (result.success) return
    const issue = result.error[0]
    const field = (issue?.path ?? [])
      .map((key) => String(typeof key === 'object' ? key.key : key))
      .join('.')
    throw new AppError(
      400,
      field ? `${field}: ${issue?.message}` : (issue?.message ?? 'the request is not well formed'),
      field ? { field } : undefined,
    )
  })
}

/** Refuses a body that is not called JSON, so that no form of another site can send one. */
export const jsonBody = createMiddleware<Env>(async (c, next) => {
  const type = c.req.header('content-type')
  if (!type) throw new AppError(400, 'a JSON body is needed')
  requireJsonType(type)
  await next()
})

/** Like jsonBody, but no body at all is fine. */
export const optionalJsonBody = createMiddleware<Env>(async (c, next) => {
  const type = c.req.header('content-type')
  if (type) requireJsonType(type)
  await next()
})

function requireJsonType(type: string): void {
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new AppError(415, 'the body must be application/json')
  }
}

/** The id of the address. @throws AppError 404 for what cannot be one. */
export function idParam(c: Context<Env>, name = 'id'): string {
  const id = c.req.param(name) ?? ''
  if (!isUuid(id)) throw notFound()
  return id
}
