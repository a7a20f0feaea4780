import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { type Html, html } from './markup.ts'
import { notation, parametersNotation } from './notation.ts'
import type { Document, Operation } from './openapi-document.ts'
import { introduction } from './openapi-introduction.ts'

type Endpoint = { readonly method: string; readonly path: string; readonly operation: Operation }
type Section = {
  readonly name: string
  readonly description: string
  readonly endpoints: Endpoint[]
}
type Schema = OpenApi.SchemaObject | OpenApi.ReferenceObject

export function docsPage(document: Document): Html {
  const sections = sectionsOf(document)
  const types = Object.entries(document.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  const { title, version } = document.info
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} API</title>
<meta name="description" content="Every endpoint of ${title} ${version}, with its role, parameters and response">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs.css?v=${version}">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top"><a class="brand" href="/"><span class="logo" aria-hidden="true"></span>${title}</a><a class="file" href="/api/openapi.json">openapi.json</a></header>
<div class="columns">
${contents(sections, types)}
<main id="content" tabindex="-1">
<h1>${title} API</h1>
<p class="lead">Version ${version}. Also available as <a href="/api/openapi.json">OpenAPI 3.1</a>. Generated from the schemas that validate every request.</p>
${introduction.map(
  ({
    heading,
    text,
  }) => html`<section class="note" id="${anchor(heading)}"><h2>${heading}</h2><p>${withCode(text)}</p></section>
`,
)}
${sections.map(sectionPart)}
<section class="section" id="types">
<h2>Types</h2>
<p>Here and above, <code>?</code> marks an optional field, <code>int</code> is a whole number, <code>1..12</code> a whole number from 1 to 12, <code>ISO8601</code> a date and time, and <code>file</code> the bytes of a file.</p>
${types.map(
  ([
    name,
    schema,
  ]) => html`<article class="type" id="type-${name}"><h3>${name}</h3>${typeBlock(notation(schema))}</article>
`,
)}
</section>
</main>
</div>
</body>
</html>
`
}

function sectionsOf({ tags, paths }: Document): Section[] {
  const endpoints = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  return tags.map(({ name, description = '' }) => ({
    name,
    description,
    endpoints: endpoints.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

const contents = (sections: readonly Section[], types: readonly [string, unknown][]): Html =>
  html`<nav class="contents" aria-label="Contents"><ul>
${introduction.map(({ heading }) => html`<li><a class="chapter" href="#${anchor(heading)}">${heading}</a></li>`)}
${sections.map(
  ({
    name,
    endpoints,
  }) => html`<li><a class="chapter" href="#${anchor(name)}">${name}</a><ul>${endpoints.map(
    (endpoint) =>
      html`<li><a href="#${endpoint.operation.operationId}"><span class="method">${endpoint.method}</span> ${breakable(endpoint.path.replace('/api', ''))}</a></li>`,
  )}</ul></li>
`,
)}<li><a class="chapter" href="#types">Types</a><ul>${types.map(([name]) => html`<li><a href="#type-${name}">${name}</a></li>`)}</ul></li>
</ul></nav>`

const sectionPart = ({ name, description, endpoints }: Section): Html =>
  html`<section class="section" id="${anchor(name)}">
<h2>${name}</h2>
<p>${withCode(description)}</p>
${endpoints.map(operationPart)}
</section>
`

function operationPart({ method, path, operation }: Endpoint): Html {
  const { operationId, summary, parameters, requestBody, responses } = operation
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const parts: [string, Html | undefined][] = [
    ['Path', parametersPart(named('path'))],
    ['Query', parametersPart(named('query'))],
    ['Body', requestBody && contentPart(requestBody as OpenApi.RequestBodyObject)],
    ['Response', responsePart(responses)],
    ['Errors', errorsPart(responses)],
  ]
  return html`<article class="endpoint" id="${operationId}">
<h3><a class="place" href="#${operationId}"><span class="method">${method}</span> <code>${breakable(path)}</code></a></h3>
<p><span class="role ${operation['x-role']}">${operation['x-role']}</span> ${summary}</p>
<dl>${parts.map(([term, part]) => part && html`<div><dt>${term}</dt><dd>${part}</dd></div>`)}</dl>
</article>
`
}

const parametersPart = (parameters: readonly OpenApi.ParameterObject[]): Html | undefined =>
  parameters.length > 0 ? typeBlock(parametersNotation(parameters)) : undefined

function responsePart(responses: OpenApi.ResponsesObject): Html {
  const leading = responses[302] as OpenApi.ResponseObject | undefined
  if (leading) return html`<p class="plain">302: ${leading.description}</p>`
  return contentPart(responses[200] as OpenApi.ResponseObject)
}

function contentPart({
  content = {},
}: {
  content?: Record<string, OpenApi.MediaTypeObject>
}): Html {
  const [media, { schema }] = Object.entries(content)[0]!
  if (media === 'application/json' && schema) return typeBlock(notation(dataOf(schema)))
  if (media !== 'multipart/form-data' || !schema) {
    return html`<p class="plain">${Object.keys(content).join(', ')}</p>`
  }
  return html`<p class="plain">${media}</p>${typeBlock(notation(schema))}`
}

/** Responses are shown without their envelope, which the introduction explains. */
function dataOf(schema: Schema): Schema {
  const { properties = {} } = schema as OpenApi.SchemaObject
  return Object.keys(properties).join() === 'data' ? properties.data! : schema
}

function errorsPart(responses: OpenApi.ResponsesObject): Html | undefined {
  const errors = Object.entries(responses).filter(([status]) => /^[45]/.test(status))
  const common = errors.filter(([, response]) => '$ref' in response).map(([status]) => status)
  const declared = errors.flatMap(([status, response]) =>
    'description' in response
      ? [html`<p class="plain">${status}: ${withCode(response.description ?? '')}</p>`]
      : [],
  )
  if (errors.length === 0) return undefined
  return html`${common.length > 0 && html`<p class="plain">${common.join(', ')}</p>`}${declared}`
}

const typeBlock = (type: Html): Html => html`<pre><code>${type}</code></pre>`

const anchor = (name: string) => name.toLowerCase().replace(/\W+/g, '-')

const breakable = (path: string): Html =>
  html`${path.split('/').map((part, index) => (index > 0 ? html`<wbr>/${part}` : part))}`

const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
