import { html } from 'hono/html'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { type Html, notation, parametersNotation } from './notation.ts'
import type { Document, Operation } from './openapi-document.ts'
import { introduction } from './openapi-introduction.ts'

type Call = { readonly method: string; readonly path: string; readonly operation: Operation }
type Section = { readonly name: string; readonly description: string; readonly calls: Call[] }
type Schema = OpenApi.SchemaObject | OpenApi.ReferenceObject

/** The document as a page to read, without scripts: what holds for all, the calls, the shapes. */
export function docsPage(document: Document): Html {
  const sections = sectionsOf(document)
  const shapes = Object.entries(document.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  const { title, version } = document.info
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The calls of ${title}</title>
<meta name="description" content="Every call of ${title} ${version}: who may make it, what it takes, what it answers">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs.css?v=${version}">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top"><a class="brand" href="/"><span class="logo" aria-hidden="true"></span>${title}</a><a class="file" href="/api/openapi.json">openapi.json</a></header>
<div class="columns">
${contents(sections, shapes)}
<main id="content" tabindex="-1">
<h1>The calls of ${title}</h1>
<p class="lead">Version ${version}. The same as <a href="/api/openapi.json">OpenAPI 3.1</a>, made of the schemas that check every request.</p>
${introduction.map(
  ({
    heading,
    text,
  }) => html`<section class="note" id="${anchor(heading)}"><h2>${heading}</h2><p>${withCode(text)}</p></section>
`,
)}
${sections.map(sectionPart)}
<section class="noun" id="shapes">
<h2>Shapes</h2>
<p>In these and above, <code>?</code> marks what may be absent, <code>int</code> is a whole number, <code>1..12</code> a whole number from 1 to 12, <code>ISO8601</code> a date with its time, <code>file</code> the bytes of one.</p>
${shapes.map(
  ([
    name,
    schema,
  ]) => html`<article class="shape" id="shape-${name}"><h3>${name}</h3>${typeBlock(notation(schema))}</article>
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
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  return tags.map(({ name, description = '' }) => ({
    name,
    description,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

const contents = (sections: readonly Section[], shapes: readonly [string, unknown][]): Html =>
  html`<nav class="contents" aria-label="Contents"><ul>
${introduction.map(({ heading }) => html`<li><a class="chapter" href="#${anchor(heading)}">${heading}</a></li>`)}
${sections.map(
  ({
    name,
    calls,
  }) => html`<li><a class="chapter" href="#${anchor(name)}">${name}</a><ul>${calls.map(
    (call) =>
      html`<li><a href="#${call.operation.operationId}"><span class="method">${call.method}</span> ${breakable(call.path.replace('/api', ''))}</a></li>`,
  )}</ul></li>
`,
)}<li><a class="chapter" href="#shapes">Shapes</a><ul>${shapes.map(([name]) => html`<li><a href="#shape-${name}">${name}</a></li>`)}</ul></li>
</ul></nav>`

const sectionPart = ({ name, description, calls }: Section): Html =>
  html`<section class="noun" id="${anchor(name)}">
<h2>${name}</h2>
<p>${withCode(description)}</p>
${calls.map(callPart)}
</section>
`

function callPart({ method, path, operation }: Call): Html {
  const { operationId, summary, parameters, requestBody, responses } = operation
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const parts: [string, Html | undefined][] = [
    ['Path', parametersPart(named('path'))],
    ['Query', parametersPart(named('query'))],
    ['Body', requestBody && contentPart(requestBody as OpenApi.RequestBodyObject)],
    ['Answer', answerPart(responses)],
    ['Refusals', refusalsPart(responses)],
  ]
  return html`<article class="call" id="${operationId}">
<h3><a class="place" href="#${operationId}"><span class="method">${method}</span> <code>${breakable(path)}</code></a></h3>
<p><span class="role ${operation['x-role']}">${operation['x-role']}</span> ${summary}</p>
<dl>${parts.map(([term, part]) => part && html`<div><dt>${term}</dt><dd>${part}</dd></div>`)}</dl>
</article>
`
}

const parametersPart = (parameters: readonly OpenApi.ParameterObject[]): Html | undefined =>
  parameters.length > 0 ? typeBlock(parametersNotation(parameters)) : undefined

function answerPart(responses: OpenApi.ResponsesObject): Html {
  const leading = responses[302] as OpenApi.ResponseObject | undefined
  if (leading) return html`<p class="plain">302: ${leading.description}</p>`
  return contentPart(responses[200] as OpenApi.ResponseObject)
}

/** The data of an envelope, the fields of a form, or the types of what has no schema. */
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

/** Answers are read without their envelope, of which the introduction speaks. */
function dataOf(schema: Schema): Schema {
  const { properties = {} } = schema as OpenApi.SchemaObject
  return Object.keys(properties).join() === 'data' ? properties.data! : schema
}

function refusalsPart(responses: OpenApi.ResponsesObject): Html | undefined {
  const statuses = Object.keys(responses).filter((status) => /^[45]/.test(status))
  return statuses.length > 0 ? html`<p class="plain">${statuses.join(', ')}</p>` : undefined
}

const typeBlock = (type: Html): Html => html`<pre><code>${type}</code></pre>`

const anchor = (name: string) => name.toLowerCase().replace(/\W+/g, '-')

/** A path may break before each of its slashes. */
const breakable = (path: string): Html =>
  html`${path.split('/').map((part, index) => (index > 0 ? html`<wbr>/${part}` : part))}`

/** What stands in backticks is code. */
const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
