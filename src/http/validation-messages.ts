import { z } from 'zod'
import { ownValue } from '../contract/own-value.ts'

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

const formats: Readonly<Record<string, string>> = {
  uuid: 'must be an ID (a UUID)',
  email: 'must be an e-mail address',
  url: 'must be a web address',
  datetime: 'must be a date and time',
}

/** For problems without a message here. The documentation lists each field's values. */
const otherwise = 'is not valid; see the API documentation'

/** Describes every problem that zod finds, so that zod's own messages are never shown. */
function validationMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : (ownValue(kinds, issue.expected) ?? otherwise)
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : oneOf(issue.values)
    case 'invalid_format':
      return ownValue(formats, issue.format) ?? otherwise
    case 'invalid_union':
      return 'options' in issue ? kindMessage(issue) : unionMessage(issue.errors)
    case 'unrecognized_keys':
      return `must not contain ${issue.keys.join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'too_big':
      return bound(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue.origin)
    case 'too_small':
      return bound(
        issue.inclusive === false ? 'more than' : 'at least',
        issue.minimum,
        issue.origin,
      )
    default:
      return otherwise
  }
}

function oneOf(values: readonly unknown[]): string {
  const names = values.map((value) => (value === '' ? 'empty' : String(value)))
  return names.length <= 2 ? `must be ${names.join(' or ')}` : `must be one of ${names.join(', ')}`
}

/** Of the field that says which of several objects this is. */
function kindMessage({
  input,
  discriminator = '',
  options = [],
}: {
  readonly input?: unknown
  readonly discriminator?: string | undefined
  readonly options?: readonly unknown[] | undefined
}): string {
  const kind = ownValue(input as Record<string, unknown>, discriminator)
  return kind === undefined ? 'is required' : oneOf(options)
}

/** 'must be an ID (a UUID) or empty'. */
function unionMessage(errors: readonly (readonly { readonly message: string }[])[]): string {
  const wanted = errors.map(([first]) => first?.message.replace(/^must be /, ''))
  const isSimple = errors.every(([first]) => first?.message.startsWith('must be '))
  return isSimple && wanted.length > 0 ? `must be ${[...new Set(wanted)].join(' or ')}` : otherwise
}

function bound(relation: string, limit: number | bigint, origin: string): string {
  const unit = ownValue(units, origin)
  if (!unit) return `must be ${relation} ${limit}`
  return `must have ${relation} ${limit} ${Number(limit) === 1 ? unit[0] : unit[1]}`
}

/** A schema's own messages take precedence. */
export const setValidationMessages = () => z.config({ customError: validationMessage })
