import { z } from 'zod'
import { PageQuery } from '../../contract/envelope.ts'
import { schema } from '../../contract/schema.ts'
import {
  addedOrder,
  type FilterKey,
  filterKeys,
  isEmptyFilter,
  isFilterKey,
  parseFilter,
} from '../../contract/search/photo-filter.ts'

const Facets = schema(() =>
  z
    .string()
    .max(200)
    .transform((text) => [...new Set(text.split(','))])
    .refine((keys): boolean => keys.every(isFilterKey), `must be some of ${filterKeys.join(', ')}`),
)

/** Values of filters are checked by parseFilter alone: a schema for each would take much memory. */
const FilterValues = schema(() => z.union([z.string(), z.array(z.string())]))

/** A page of a list, with its filter as `filter`. */
export const PhotoListQuery = schema(() =>
  PageQuery()
    .safeExtend({
      cameraModel: z.string().max(200).optional().describe('exactly as in the photos’ EXIF data'),
      q: z.string().max(200).optional().describe('search words'),
      order: z
        .literal(addedOrder)
        .optional()
        .describe('the photos added last come first; for the owner’s list of all photos'),
      facets: Facets()
        .optional()
        .describe('keys of the filter, separated by commas, whose values are counted in `facets`'),
    })
    .catchall(FilterValues())
    .transform((query, context) => {
      const { limit, offset, around, facets, ...parameters } = query
      const pairs = Object.entries(parameters).flatMap(([name, value = []]) =>
        [value].flat().map((each): [string, string] => [name, each]),
      )
      const { filter, problems } = parseFilter(pairs)
      for (const { field, message } of problems) {
        context.addIssue({ code: 'custom', path: [field], message })
      }
      const page = {
        ...(limit !== undefined && { limit }),
        ...(offset !== undefined && { offset }),
        ...(around !== undefined && { around }),
      }
      return { page, filter, facets: facets as FilterKey[] | undefined }
    }),
)
export type PhotoListQuery = z.output<ReturnType<typeof PhotoListQuery>>

export const PhotoSearchQuery = schema(() =>
  PhotoListQuery().refine(({ filter }) => !isEmptyFilter(filter), {
    path: ['q'],
    message: 'is required unless cameraModel is given',
  }),
)
