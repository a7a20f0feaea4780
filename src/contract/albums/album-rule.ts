import { z } from 'zod'
import { schema } from '../schema.ts'
import {
  canFillAlbums,
  type FilterProblem,
  filterQuery,
  isEmptyFilter,
  isFilterKey,
  type PhotoFilter,
  parseFilter,
} from '../search/photo-filter.ts'

/** In characters of its query. */
const maxRuleLength = 8000

function isRuleParameter(name: string): boolean {
  const key = name.replace(/^-/, '')
  return name === 'q' || name === 'cameraModel' || (isFilterKey(key) && canFillAlbums(key))
}

/**
 * Reads the rule of a smart album: a filter as the query of an address. Unlike in an address, no
 * value is ignored: without one of its terms, a rule would match more photos, which could become
 * public.
 */
function parseRule(rule: string): { filter: PhotoFilter; problems: FilterProblem[] } {
  const parameters = [...new URLSearchParams(rule)]
  const { filter, problems } = parseFilter(parameters)
  const unknown = parameters
    .filter(([name]) => !isRuleParameter(name))
    .map(([name]) => ({
      field: name.slice(0, 40),
      message: 'must have only keys that can fill an album',
    }))
  return { filter, problems: [...problems, ...unknown] }
}

/**
 * The filter of a stored rule; undefined if it cannot be read completely, so it matches nothing.
 */
export function filterOfRule(rule: string): PhotoFilter | undefined {
  const { filter, problems } = parseRule(rule)
  return problems.length > 0 || isEmptyFilter(filter) ? undefined : filter
}

/** Accepts a rule and returns it in canonical form. */
export const AlbumRule = schema(() =>
  z
    .string()
    .max(maxRuleLength)
    .transform((rule, context) => {
      const { filter, problems } = parseRule(rule)
      for (const { field, message } of problems) {
        context.addIssue({ code: 'custom', message: `${message} (${field})` })
      }
      if (problems.length === 0 && isEmptyFilter(filter)) {
        context.addIssue({ code: 'custom', message: 'must filter by something' })
      }
      return filterQuery(filter).toString()
    }),
)

/** The same, or '' for an album whose photos the owner chooses. */
export const OptionalAlbumRule = schema(() =>
  z
    .string()
    .max(maxRuleLength)
    .transform((rule, context) => {
      if (rule === '') return rule
      const read = AlbumRule().safeParse(rule)
      for (const { message } of read.error?.issues ?? []) {
        context.addIssue({ code: 'custom', message })
      }
      return read.data ?? ''
    }),
)
