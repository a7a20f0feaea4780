import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { pictureFormats } from '../../contract/photos/picture-formats.ts'
import { widthLadder } from '../../contract/photos/picture-sources.ts'
import { matchAnswers } from '../../contract/photos/versions.ts'
import type { Bytes } from '../route.ts'

/** Bytes need no schema in OpenAPI 3.1: the media type is enough. */
export const bytes = (...media: string[]): Bytes => ({ media, description: 'The file' })

export const rendition: Bytes = {
  media: ['image/jpeg', 'image/webp', 'image/avif'],
  description: 'The picture, in the format named by `f`; without it, `Accept` selects the format',
}

export const renditionParameters = (variant: keyof typeof widthLadder) => ({
  parameters: [
    {
      name: 'w',
      in: 'query',
      description: 'width in pixels; the aspect ratio stays the same, and nothing is enlarged',
      schema: { type: 'integer', enum: [...widthLadder[variant]] },
    },
    {
      name: 'f',
      in: 'query',
      description:
        'format; JPEG is sent instead of an AVIF of more than 4 megapixels and of a WebP with a side longer than 16,383 pixels',
      schema: { type: 'string', enum: [...pictureFormats] },
    },
  ] satisfies OpenApi.ParameterObject[],
})

const text: OpenApi.SchemaObject = { type: 'string' }
const file = (contentMediaType: string, description: string): OpenApi.SchemaObject => ({
  type: 'string',
  format: 'binary',
  contentMediaType,
  description,
})

export const photoForm: OpenApi.SchemaObject = {
  type: 'object',
  properties: {
    image: file('image/jpeg', 'the photo, a JPEG'),
    sourceId: { ...text, description: 'original file name' },
    sourceDate: { ...text, description: 'when the file was last modified at the source' },
    onMatch: {
      type: 'string',
      enum: [...matchAnswers],
      default: 'keep-both',
      description:
        'what to do if the file seems to be a new version of a photo: with `ask` it waits for a decision, with `replace` it becomes that version, with `keep-both` it is a photo of its own',
    },
    run: {
      ...text,
      description:
        'the same text for all files that are uploaded together: two of them are never versions of one photo',
    },
  },
  required: ['image'],
}

export const cameraForm: OpenApi.SchemaObject = {
  type: 'object',
  properties: { cameraImage: file('image/*', 'a JPEG or PNG of at most 10 MiB') },
  required: ['cameraImage'],
}
