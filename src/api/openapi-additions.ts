import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { cameraPictureSizes } from '../contract/camera-specs.ts'
import { pageNames, variantPaths, widthLadder } from '../contract/vocabulary.ts'
import type { Row } from '../http/route.ts'
import type { RefusalStatus } from './openapi-refusals.ts'

type Schema = OpenApi.SchemaObject

/** What no schema of the route table says of a call. */
export type Addition = {
  readonly operationId?: string
  readonly parameters?: readonly OpenApi.ParameterObject[]
  readonly requestBody?: OpenApi.RequestBodyObject
  readonly answer?: Partial<OpenApi.ResponseObject>
  readonly refusals?: readonly RefusalStatus[]
}

const text: Schema = { type: 'string' }
const uuid: Schema = { type: 'string', format: 'uuid' }
const file = (contentMediaType: string, description: string): Schema => ({
  type: 'string',
  format: 'binary',
  contentMediaType,
  description,
})

/** A form with one file, in the field `name`. */
const form = (
  name: string,
  properties: Record<string, Schema>,
): { requestBody: OpenApi.RequestBodyObject } => ({
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': { schema: { type: 'object', properties, required: [name] } },
    },
  },
})

/** Bytes need no schema in OpenAPI 3.1: the media type says it all. */
const bytes = (...types: string[]): Pick<Addition, 'answer'> => ({
  answer: { content: Object.fromEntries(types.map((type) => [type, {}])) },
})

/** By method and path, as the route table has them. */
const additions: Record<string, Addition> = {
  'POST /login': { refusals: [401, 429, 503] },
  'GET /logout': { refusals: [403] },
  'POST /setup': { refusals: [429, 503] },
  'GET /guest/logout': { refusals: [403] },
  'GET /guest/verify': {
    answer: {
      description:
        'The guest. The browser that registered follows the link: `verified` is true, and it is signed in. For any other nothing changes: `verified` is false, and POST follows the link.',
    },
    refusals: [403, 429],
  },
  'POST /guest/verify': { refusals: [429] },
  'POST /guest': { refusals: [429, 507] },
  'POST /guest/update': { refusals: [409, 429, 507] },
  'POST /likes/:photoId/like': { refusals: [429, 507] },
  'POST /likes/:photoId/unlike': { refusals: [429] },
  'POST /comments/:photoId': { refusals: [429, 507] },
  'GET /photos': { refusals: [404, 429] },
  'GET /photos/search': { refusals: [404, 429] },
  'GET /albums/:id': { refusals: [429] },
  'GET /albums/:id/photos': { refusals: [429] },
  'POST /albums': { refusals: [409] },
  'PUT /albums/:id': { refusals: [409] },
  // The generated name would say that it deletes one.
  'DELETE /photo': { operationId: 'deleteEveryPhoto' },
  'PUT /local/upload': {
    ...form('image', {
      image: file('image/jpeg', 'the photo, a JPEG'),
      sourceId: { ...text, description: 'its file name where it comes from' },
      sourceDate: { ...text, description: 'when the file was last changed there' },
    }),
    refusals: [409, 413, 415, 507],
  },
  'PUT /cameras/:id/image/upload': {
    ...form('cameraImage', { cameraImage: file('image/*', 'a JPEG or PNG of at most 10 MiB') }),
    refusals: [413, 415, 507],
  },
  'GET /photos/:id/original': bytes('image/jpeg'),
  'GET /photos/:id/edit/preview': { ...bytes('image/jpeg'), refusals: [503] },
  'GET /cameras/:id/image': bytes('image/jpeg', 'image/png'),
  'GET /cameras/:id/image/:size': bytes('image/jpeg', 'image/png'),
  'GET /images/:fileName': { ...bytes('image/jpeg'), refusals: [503] },
  ...Object.fromEntries(
    Object.entries(widthLadder).map(([variant, widths]) => [
      `GET /${variantPaths[variant as keyof typeof widthLadder]}/:fileName`,
      rendition(widths),
    ]),
  ),
  'PUT /user/gdrive': { refusals: [404, 409, 503] },
  'GET /drive': { refusals: [404, 409, 503] },
  'GET /drive/check': { refusals: [404, 409, 503] },
  'GET /drive/auth': { refusals: [409] },
  'GET /drive/callback': { refusals: [403] },
  'POST /drive/job/schedule': { refusals: [404, 409, 503] },
  'PUT /drive/upload': { refusals: [404, 409, 503] },
  'GET /health': { refusals: [503] },
  'GET /openapi.json': {
    answer: {
      description: 'The document, without an envelope',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
  },
  'GET /docs': {
    answer: { description: 'The page', content: { 'text/html': { schema: text } } },
  },
}

export const additionTo = ({ method, path }: Row): Addition => additions[`${method} ${path}`] ?? {}

function rendition(widths: readonly number[]): Addition {
  return {
    parameters: [
      {
        name: 'w',
        in: 'query',
        description: 'pixels wide, in the same shape; never enlarged',
        schema: { type: 'integer', enum: [...widths] },
      },
    ],
    answer: {
      description: 'The picture; `Accept` chooses the format, and JPEG goes to who names none',
      ...bytes('image/jpeg', 'image/webp', 'image/avif').answer,
    },
    refusals: [400, 503],
  }
}

/** What a name in a path stands for. */
export function pathParameter(path: string, name: string): OpenApi.ParameterObject {
  return { name, in: 'path', required: true, schema: pathSchema(path, name) as never }
}

function pathSchema(path: string, name: string): Schema {
  if (path.startsWith('/cameras/') && name === 'id') return text
  if (name === 'fileName') return { ...text, pattern: '^[0-9a-f]{32}\\.jpg$' }
  if (name === 'size') return { type: 'integer', enum: [...cameraPictureSizes] }
  if (name === 'page') return { ...text, enum: [...pageNames] }
  return uuid
}

export const codeParameter: OpenApi.ParameterObject = {
  name: 'code',
  in: 'query',
  description: "an album's code, which opens what is in it",
  schema: { type: 'string' },
}

const openedByCode = ['albums', 'photos', 'likes', 'comments', ...Object.values(variantPaths)]

/** Whether an album's code can show a visitor what would be a 404 without it. */
export const isOpenedByCode = ({ role, method, path }: Row): boolean =>
  role === 'anybody' &&
  method === 'GET' &&
  path.includes(':') &&
  openedByCode.includes(path.split('/')[1] ?? '')
