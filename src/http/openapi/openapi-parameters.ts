import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { cameraPictureSizes } from '../../contract/cameras/camera-specs.ts'
import { variantPaths } from '../../contract/photos/variants.ts'
import { dateExamples } from '../../contract/search/date-filter.ts'
import {
  type FilterKey,
  type FilterKind,
  filterKeys,
  filterKinds,
  rangeExamples,
} from '../../contract/search/photo-filter.ts'
import { pageNames } from '../../contract/site/pages.ts'
import type { Row } from '../route.ts'

type Schema = OpenApi.SchemaObject

const text: Schema = { type: 'string' }
const uuid: Schema = { type: 'string', format: 'uuid' }

export const pathParameters = (path: string): OpenApi.ParameterObject[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    schema: pathSchema(path, name!) as never,
  }))

function pathSchema(path: string, name: string): Schema {
  if (/^(\/cards)?\/(cameras|lenses)\//.test(path) && name === 'id') return text
  if (name === 'fileName') return { ...text, pattern: '^[0-9a-f]{32}\\.jpg$' }
  if (name === 'fileId') return text
  if (name === 'size') return { type: 'integer', enum: [...cameraPictureSizes] }
  if (name === 'page') return { ...text, enum: [...pageNames] }
  return uuid
}

export const codeParameter: OpenApi.ParameterObject = {
  name: 'code',
  in: 'query',
  description: 'an album’s code, which gives access to the photos in the album',
  schema: { type: 'string' },
}

const openedByCode = ['albums', 'photos', 'likes', 'comments', ...Object.values(variantPaths)]

/** Whether an album code can reveal something that is a 404 without it. */
export const isOpenedByCode = ({ role, method, path }: Row): boolean =>
  role === 'anybody' &&
  method === 'GET' &&
  path.includes(':') &&
  openedByCode.includes(path.replace('/cards/', '/').split('/')[1] ?? '')

/** A filter's parameters: each may be repeated, and those that exclude begin with a minus. */
export const filterParameters: OpenApi.ParameterObject[] = filterKeys.flatMap((key) =>
  [key, `-${key}`].map((name) => ({
    name,
    in: 'query',
    description: name === key ? describedKey(key) : `leaves out photos with this ${key}`,
    schema: { type: 'array', items: text } as never,
  })),
)

function describedKey(key: FilterKey): string {
  const kind: FilterKind = filterKinds[key]
  const repeated = 'one of several is enough'
  if (kind.kind === 'range') {
    const limits = kind.limits ? ` from ${kind.limits.join(' to ')}` : ''
    const examples = kind.limits ? `${kind.example} or ${kind.example}..` : rangeExamples
    return `${kind.unit}${limits}, such as ${examples}; ${repeated}`
  }
  if (kind.kind === 'date') return `a date, such as ${dateExamples}; ${repeated}`
  return kind.kind === 'choice'
    ? `${kind.choices.join(', ')}; ${repeated}`
    : `the photo’s ${key}; ${repeated}`
}
