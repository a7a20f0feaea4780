import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import type { Row } from '../route.ts'
import { isOpenedByCode } from './openapi-parameters.ts'

const errorResponse = (description: string): OpenApi.ResponseObject => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

/** For every route that stores something new. */
export const fullDisk = { 507: 'The disk is nearly full.' }

/** For routes that read an original or a camera's picture. */
export const outOfReach = {
  503: 'The photo storage is not responding; `Retry-After` says when to retry.',
}
/** For routes that store a file. */
export const storing = { ...outOfReach, 507: 'The disk or the photo storage is full.' }
/** For routes that render a picture if it does not exist yet. */
export const rendering = {
  503: 'Too many pictures are being rendered, or the photo storage is not responding; `Retry-After` says when to retry.',
}
export const tooManyLists = { 429: 'Too many long lists were requested from this network.' }
export const tooFast = { 429: 'Too many likes or comments from this guest or network.' }

export const commonErrors = {
  BadRequest: errorResponse('The request is malformed; `details.field` names the field.'),
  Unauthorized: errorResponse('Sign-in required.'),
  Forbidden: errorResponse('Owner only, or the request came from another site.'),
  NotFound: errorResponse('Not found, or not visible to the caller.'),
  WrongCodes: errorResponse('Too many wrong album codes; `Retry-After` says when to retry.'),
  Error: errorResponse('Error.'),
} satisfies Record<string, OpenApi.ResponseObject>

const reference = (name: keyof typeof commonErrors): OpenApi.ReferenceObject => ({
  $ref: `#/components/responses/${name}`,
})

/** Errors common to all bodies are documented in the introduction. */
export function errorResponses(row: Row, hasInput: boolean): OpenApi.ResponsesObject {
  const { role, method, path, errors, changes } = row
  const isFromThisSite = method !== 'GET' || changes === 'from this site'
  return {
    ...(hasInput && { 400: reference('BadRequest') }),
    ...(role !== 'anybody' && { 401: reference('Unauthorized') }),
    ...((role === 'owner' || isFromThisSite) && { 403: reference('Forbidden') }),
    ...(path.includes(':') && { 404: reference('NotFound') }),
    ...(isOpenedByCode(row) && { 429: reference('WrongCodes') }),
    ...Object.fromEntries(
      Object.entries(errors).map(([status, sentence]) => [status, errorResponse(sentence)]),
    ),
    default: reference('Error'),
  }
}
