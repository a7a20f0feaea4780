const unbounded = new Set<unknown>([Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])

/** Removes safe integers as bounds, patterns of named formats and `anyOf` of plain types. */
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

function oneType(schema: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || !anyOf.every(isBareType)) return schema
  return { ...rest, type: anyOf.map(({ type }) => type) }
}

const isBareType = (schema: Record<string, unknown>) =>
  Object.keys(schema).join() === 'type' && typeof schema.type === 'string'
