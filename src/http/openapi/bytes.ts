import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import type { Bytes } from '../route.ts'

/** Bytes need no schema in OpenAPI 3.1: the media type is enough. */
export const bytes = (...media: string[]): Bytes => ({ media, description: 'The file' })

/** A file in a form. */
export const fileField = (contentMediaType: string, description: string): OpenApi.SchemaObject => ({
  type: 'string',
  format: 'binary',
  contentMediaType,
  description,
})
