import { z } from 'zod'
import { schema } from '../schema.ts'

/** Keys whose values in addresses are ids of names. */
const namedKeys = ['camera', 'lens', 'keyword'] as const
export type NamedKey = (typeof namedKeys)[number]

export const isNamedKey = (key: string): key is NamedKey => namedKeys.some((named) => named === key)

/** By key, the names for a filter's values, as photos that the reader may see have them. */
export const FilterNames = schema(() =>
  z.partialRecord(z.enum(namedKeys), z.record(z.string(), z.string())),
)
export type FilterNames = z.infer<ReturnType<typeof FilterNames>>
