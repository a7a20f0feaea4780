import { z } from 'zod'

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

const units: Readonly<Record<string, readonly [one: string, more: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

const kinds: Readonly<Record<string, string>> = {
  string: 'must be text',
  array: 'must be a list',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  object: 'must be an object',
}

/** @returns undefined to keep zod's own message. */
function validationMessage(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is required'
    if (Array.isArray(issue.input) && issue.expected === 'string') return 'must be given only once'
    return kinds[issue.expected]
  }
  if (issue.code === 'invalid_format' && issue.format === 'uuid') return 'must be an ID (a UUID)'
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined
  const isTooBig = issue.code === 'too_big'
  const limit = Number(isTooBig ? issue.maximum : issue.minimum)
  const unit = units[String(issue.origin)]
  const bound = isTooBig ? 'at most' : 'at least'
  if (!unit) return `must be ${bound} ${limit}`
  return `must have ${bound} ${limit} ${limit === 1 ? unit[0] : unit[1]}`
}

/** A schema's own messages take precedence. */
export const setValidationMessages = () => z.config({ customError: validationMessage })
