import { z } from 'zod'
import { schema } from '../schema.ts'
import { type FilterKey, filterKeys } from './photo-filter.ts'

/** One value of a filter key, and how many photos of the list have it. */
export const FacetValue = schema(() =>
  z
    .object({
      value: z.string().describe('for the query parameter of this key'),
      label: z.string().describe('for people'),
      count: z.number().int(),
    })
    .meta({ ref: 'FacetValue' }),
)
export type FacetValue = z.infer<ReturnType<typeof FacetValue>>

/**
 * By key. Each key's counts ignore the filter's own values of that key, so that they say what choosing
 * another value would find. Names come by count, numbers in their own order.
 */
export const Facets = schema(() =>
  z
    .partialRecord(z.enum(filterKeys as [FilterKey, ...FilterKey[]]), z.array(FacetValue()))
    .meta({ ref: 'Facets' }),
)
export type Facets = Partial<Record<FilterKey, readonly FacetValue[]>>

/** At most this many values of a key; those with the most photos. */
export const maxFacetValues = 100
