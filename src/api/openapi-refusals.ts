import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import type { Row } from '../http/route.ts'

const refusal = (description: string): OpenApi.ResponseObject => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

/** Every way to be refused, by the name that the calls refer to it by. */
export const refusals = {
  Malformed: refusal('The request is not as described; `details.field` names what is wrong.'),
  NotSignedIn: refusal('Nobody is signed in who may do this.'),
  NotAllowed: refusal("A guest asked for what is the owner's, or another site's page sent this."),
  NotFound: refusal('There is no such thing, or none that the caller may see.'),
  Conflict: refusal('Something there stands in the way; `details` names it.'),
  TooLarge: refusal('More bytes or more pixels than are taken in.'),
  WrongType: refusal('The body, or the file in it, is of another type than is taken.'),
  TooOften: refusal('Asked too often; `Retry-After` says when to come back.'),
  Busy: refusal('Too much to do at the moment; `Retry-After` says when to come back.'),
  DiskFull: refusal('The disk is full.'),
  Refused: refusal('Why the call was not answered.'),
} satisfies Record<string, OpenApi.ResponseObject>

const names = {
  400: 'Malformed',
  401: 'NotSignedIn',
  403: 'NotAllowed',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'WrongType',
  429: 'TooOften',
  503: 'Busy',
  507: 'DiskFull',
} as const satisfies Record<number, keyof typeof refusals>
export type RefusalStatus = keyof typeof names

/**
 * The refusals of a call, by status: what its role, its path and its input bring, and `others`. What
 * the introduction says of every body goes without saying.
 */
export function refusalsOf(
  { role, method, path }: Row,
  hasInput: boolean,
  others: readonly RefusalStatus[] = [],
): OpenApi.ResponsesObject {
  const isRefused: Partial<Record<RefusalStatus, boolean>> = {
    400: hasInput,
    401: role !== 'anybody',
    403: role === 'owner' || method !== 'GET',
    404: path.includes(':'),
  }
  const statuses = (Object.keys(names).map(Number) as RefusalStatus[]).filter(
    (status) => isRefused[status] || others.includes(status),
  )
  const references = statuses.map((status) => [status, reference(names[status])])
  return { ...Object.fromEntries(references), default: reference('Refused') }
}

const reference = (name: keyof typeof refusals) => ({ $ref: `#/components/responses/${name}` })
