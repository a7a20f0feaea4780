/** What zod writes for missing bounds. */
const unbounded = new Set<unknown>([Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])

/**
 * Removes what tells a reader nothing: safe integers as bounds, the pattern of a named format, and
 * an `anyOf` of plain types.
 */
export function plainSchemas<T>(value: T): T {
  return plain(value) as T
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([key, part]) =>
      part !== undefined &&
      !((key === 'minimum' || key === 'maximum') && unbounded.has(part)) &&
      !(key === 'pattern' && typeof part === 'string' && 'format' in value),
  )
  return oneType(Object.fromEntries(entries.map(([key, part]) => [key, plain(part)])))
}

/** Turns `anyOf` of integer and null into a list of two types. */
function oneType(schema: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || !anyOf.every(isBareType)) return schema
  return { ...rest, type: anyOf.map(({ type }) => type) }
}

const isBareType = (schema: Record<string, unknown>) =>
  Object.keys(schema).join() === 'type' && typeof schema.type === 'string'
