import { raw } from 'hono/html'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { ownValue } from '../../contract/own-value.ts'
import { type Html, html } from './markup.ts'

type Schema = OpenApi.SchemaObject | OpenApi.ReferenceObject
type Property = { name: string; schema: Schema; isRequired: boolean }

const lineLength = 56
const formats: Record<string, string> = {
  uuid: 'uuid',
  'date-time': 'ISO8601',
  binary: 'file',
  base64: 'base64',
}

/** A schema in TypeScript notation; named types link to `#type-{name}`. */
export function notation(schema: Schema, indent = ''): Html {
  if ('$ref' in schema && schema.$ref) return typeLink(schema.$ref)
  const { anyOf, oneOf, enum: values, const: constant, type } = schema as OpenApi.SchemaObject
  const members = anyOf ?? oneOf
  if (members) return union(members.map((member) => notation(member, indent)))
  if (values) return union(values.map((value) => html`${literal(value)}`))
  if (constant !== undefined) return html`${literal(constant)}`
  if (Array.isArray(type)) {
    return union(type.map((one) => notation({ ...schema, type: one } as Schema, indent)))
  }
  switch (type) {
    case 'object':
      return objectOf(schema as OpenApi.SchemaObject, indent)
    case 'array':
      return arrayOf((schema as OpenApi.ArraySchemaObject).items, indent)
    case 'integer':
    case 'number':
      return html`${numberOf(schema as OpenApi.SchemaObject)}`
    case 'string':
      return html`${ownValue(formats, (schema as OpenApi.SchemaObject).format ?? '') ?? 'string'}`
    default:
      return html`${type ?? 'unknown'}`
  }
}

export const parametersNotation = (parameters: readonly OpenApi.ParameterObject[]): Html =>
  propertiesOf(
    parameters.map(({ name, schema, required, description }) => ({
      name,
      schema: { ...schema, ...(description && { description }) } as Schema,
      isRequired: required ?? false,
    })),
    '',
  )

const typeLink = (ref: string): Html => {
  const name = ref.split('/').at(-1)!
  return html`<a href="#type-${name}">${name}</a>`
}

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value}'` : JSON.stringify(value)

const union = (members: readonly Html[]): Html => raw(members.join(' | '))

function arrayOf(items: Schema, indent: string): Html {
  const item = notation(items, indent)
  return item.includes(' | ') && !item.startsWith('{') ? html`(${item})[]` : html`${item}[]`
}

function numberOf({ type, minimum, maximum }: OpenApi.SchemaObject): string {
  const word = type === 'integer' ? 'int' : 'number'
  if (minimum !== undefined && maximum !== undefined) return `${minimum}..${maximum}`
  return minimum === undefined ? word : `${word} ≥ ${minimum}`
}

function objectOf(schema: OpenApi.SchemaObject, indent: string): Html {
  const { properties, required = [], additionalProperties } = schema
  if (properties) {
    const listed = Object.entries(properties).map(([name, property]) => ({
      name,
      schema: property,
      isRequired: required.includes(name),
    }))
    return propertiesOf(listed, indent)
  }
  return typeof additionalProperties === 'object'
    ? html`{ [name]: ${notation(additionalProperties, indent)} }`
    : html`object`
}

function propertiesOf(properties: readonly Property[], indent: string): Html {
  const lines = properties.map(({ name, schema, isRequired }) => ({
    text: html`${name}${isRequired ? '' : '?'}: ${notation(schema, `${indent}  `)}`,
    remark: remarkOn(schema),
  }))
  const inOne = lines.map(({ text }) => text).join(', ')
  const isShort = inOne.replace(/<[^>]*>/g, '').length <= lineLength && !inOne.includes('\n')
  if (isShort && lines.every(({ remark }) => remark === '')) return html`{ ${raw(inOne)} }`
  return html`{
${lines.map(({ text, remark }) =>
  hanging(html`${indent}  ${text}${remark && html` <i>// ${remark}</i>`}
`),
)}${indent}}`
}

const hanging = (line: Html): Html =>
  line.trimEnd().includes('\n') ? line : html`<span class="field">${line}</span>`

/** What the type cannot express: description, lengths and default. */
function remarkOn(schema: Schema): string {
  const {
    description,
    maxLength,
    minLength,
    maxItems,
    default: absent,
  } = {
    ...(schema as OpenApi.SchemaObject & { maxItems?: number }),
  }
  const range = minLength ? `${minLength} to ${maxLength}` : `at most ${maxLength}`
  return [
    description,
    maxLength !== undefined && `${range} characters`,
    maxItems !== undefined && `at most ${maxItems} entries`,
    absent !== undefined && `${literal(absent)} when absent`,
  ]
    .filter(Boolean)
    .join('; ')
}
