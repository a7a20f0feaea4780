import type { Context, ValidationTargets } from 'hono'
import { createMiddleware } from 'hono/factory'
import { validator } from 'hono-openapi'
import type { z } from 'zod'
import { AppError, notFound } from '../contract/app-error.ts'
import { isUuid } from '../contract/envelope.ts'
import type { Env } from './env.ts'
import { sayRefusalsInWords } from './refusal-words.ts'

sayRefusalsInWords()

/** Checks the JSON body once, at the door; a refusal is a 400 that names the field. */
export const json = <S extends z.ZodType>(schema: S) => validate('json', schema)
/** Checks the query once, at the door; keys it does not know are ignored. */
export const query = <S extends z.ZodType>(schema: S) => validate('query', schema)

function validate<T extends keyof ValidationTargets, S extends z.ZodType>(target: T, schema: S) {
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

/** The query as the validator reads it: a repeated parameter is a list, and thus malformed. */
export const queryValues = (c: Context): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([key, values]) => [
      key,
      values.length === 1 ? values[0]! : values,
    ]),
  )

/** Refuses a body that is not called JSON (415), so that no form of another site can send one. */
export const jsonBodies = createMiddleware<Env>(async (c, next) => {
  const type = c.req.header('content-type')
  const hasBody = type !== undefined || (c.req.raw.body !== null && hasLength(c))
  if (hasBody && !/^application\/json\s*(;|$)/i.test(type ?? '')) {
    throw new AppError(415, 'the body must be application/json')
  }
  await next()
})

const hasLength = (c: Context<Env>) =>
  c.req.header('transfer-encoding') !== undefined || c.req.header('content-length') !== '0'

/** The id of the address. @throws AppError 404 for what cannot be one. */
export function idParam(c: Context, name = 'id'): string {
  const id = c.req.param(name) ?? ''
  if (!isUuid(id)) throw notFound()
  return id
}
