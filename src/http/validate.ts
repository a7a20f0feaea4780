import type { Context, ValidationTargets } from 'hono'
import { uniqueSymbol, validator } from 'hono-openapi'
import type { z } from 'zod'
import { isUuid } from '../contract/envelope.ts'
import type { Schema } from '../contract/schema.ts'
import { AppError, notFound } from '../core/errors.ts'
import { describeField } from './describe-field.ts'
import { readJsonBody } from './json-body.ts'
import { setValidationMessages } from './validation-messages.ts'

setValidationMessages()

/** Checks a JSON body; `c.req.valid('json')` is what the schema makes of it. */
export function json<Type extends z.ZodType>(schema: Schema<Type>) {
  const check = validate('json', schema)
  const readAndCheck: typeof check = async (c, next) => {
    await readJsonBody(c)
    return check(c, next)
  }
  return describedAs(readAndCheck, () => check)
}

/**
 * Checks the query, unless that was done; `c.req.valid('query')` is what the schema makes of it.
 */
export function query<Type extends z.ZodType>(schema: Schema<Type>) {
  const check = validate('query', schema)
  const checkOnce: typeof check = (c, next) =>
    c.req.valid('query') === undefined ? check(c, next) : next()
  return describedAs(checkOnce, () => check)
}

function validate<T extends keyof ValidationTargets, Type extends z.ZodType>(
  target: T,
  schema: Schema<Type>,
) {
  let made: ReturnType<typeof makeValidator<T, Type>> | undefined
  const check = () => (made ??= makeValidator(target, schema()))
  const checkAtFirstUse: ReturnType<typeof check> = (c, next) => check()(c, next)
  return describedAs(checkAtFirstUse, check)
}

/** The documentation describes `handler` as it does the validator. */
const describedAs = <Handler extends object>(handler: Handler, validator: () => object): Handler =>
  Object.defineProperty(handler, uniqueSymbol, {
    get: () => Reflect.get(validator(), uniqueSymbol),
  })

function makeValidator<T extends keyof ValidationTargets, Type extends z.ZodType>(
  target: T,
  schema: Type,
) {
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
