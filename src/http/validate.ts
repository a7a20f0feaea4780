import type { Context, ValidationTargets } from 'hono'
import { uniqueSymbol, validator } from 'hono-openapi'
import type { z } from 'zod'
import { isUuid } from '../contract/envelope.ts'
import { AppError, notFound } from '../core/errors.ts'
import { describeField } from './describe-field.ts'
import { readJsonBody } from './json-body.ts'
import { setValidationMessages } from './validation-messages.ts'

setValidationMessages()

export function json<S extends z.ZodType>(schema: S) {
  const check = validate('json', schema)
  const readAndCheck: typeof check = async (c, next) => {
    await readJsonBody(c)
    return check(c, next)
  }
  return Object.assign(readAndCheck, { [uniqueSymbol]: Reflect.get(check, uniqueSymbol) })
}
export const query = <S extends z.ZodType>(schema: S) => validate('query', schema)

function validate<T extends keyof ValidationTargets, S extends z.ZodType>(target: T, schema: S) {
  return validator(target, schema, (result) => {
    if (result.success) return
    const { path = [], message } = result.error[0]!
    const keys = path.map((key) => String(typeof key === 'object' ? key.key : key))
    const field = keys.join('.')
    // A query's values are texts, unless a parameter is repeated.
    const isRepeated = target === 'query' && message === 'must be text'
    throw new AppError(
      400,
      field
        ? describeField(keys, isRepeated ? 'must be given only once' : message, result.data)
        : `the body ${message}`,
      field ? { field } : undefined,
    )
  })
}

/** The query as the validator reads it: a repeated parameter is a list, and thus invalid. */
export const queryValues = (c: Context): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([key, values]) => [
      key,
      values.length === 1 ? values[0]! : values,
    ]),
  )

/** @throws AppError 404 for anything but a UUID. */
export function idParam(c: Context, name = 'id'): string {
  const id = c.req.param(name) ?? ''
  if (!isUuid(id)) throw notFound()
  return id
}
