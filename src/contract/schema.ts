import type { z } from 'zod'

/** A schema that is built at its first call. */
export type Schema<Type extends z.ZodType = z.ZodType> = () => Type

/**
 * Every schema is made so. zod takes 5 to 40 KB and a tenth of a millisecond for each part of a
 * schema: if all of them were built at the start, it would take twice as long.
 */
export function schema<Type extends z.ZodType>(build: () => Type): Schema<Type> {
  let built: Type | undefined
  return () => (built ??= build())
}
