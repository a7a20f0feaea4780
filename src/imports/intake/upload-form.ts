import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { isUuid } from '../../contract/envelope.ts'
import { matchAnswers, type OnMatch } from '../../contract/photos/versions.ts'
import { AppError } from '../../core/errors.ts'
import type { UploadForm } from '../../http/multipart.ts'
import { fileField } from '../../http/openapi/bytes.ts'

export const uploadFormSchema: OpenApi.SchemaObject = {
  type: 'object',
  properties: {
    image: fileField('image/jpeg', 'the photo, a JPEG'),
    sourceId: { type: 'string', description: 'original file name' },
    sourceDate: { type: 'string', description: 'when the file was last modified at the source' },
    onMatch: {
      type: 'string',
      enum: [...matchAnswers],
      default: 'keep-both',
      description:
        'what to do if the file seems to be a new version of a photo: with `ask` it waits for a decision, with `replace` it becomes that version, with `keep-both` it is a photo of its own',
    },
    versionOf: {
      type: 'string',
      format: 'uuid',
      description: 'the id of a photo: the file becomes its new version, whatever it seems to be',
    },
    run: {
      type: 'string',
      description:
        'the same text for all files that are uploaded together: two of them are never versions of one photo',
    },
  },
  required: ['image'],
}

/** In characters. */
const runLimit = 100

type UploadOptions = { onMatch: OnMatch; run?: string; versionOf?: string }

/** What the form wants for a file that is, or seems to be, a new version. @throws AppError 400 */
export function readOptions({ fields }: UploadForm): UploadOptions {
  const onMatch = matchAnswers.find((answer) => answer === (fields.get('onMatch') || 'keep-both'))
  if (!onMatch) {
    const answers = matchAnswers.join(', ')
    throw new AppError(400, `onMatch: must be one of ${answers}`, { field: 'onMatch' })
  }
  const run = fields.get('run')
  if (run && run.length > runLimit) {
    throw new AppError(400, `run: must have at most ${runLimit} characters`, { field: 'run' })
  }
  const versionOf = fields.get('versionOf')
  if (versionOf && !isUuid(versionOf)) {
    throw new AppError(400, 'versionOf: must be the id of a photo', { field: 'versionOf' })
  }
  return { onMatch, ...(run && { run }), ...(versionOf && { versionOf }) }
}
