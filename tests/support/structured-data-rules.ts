// What Google requires and recommends of the structured data it reads, and what schema.org defines.

type Thing = Record<string, unknown>

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null

/** schema.org's properties of the types that we use; any other name is a mistake. */
const properties: Record<string, readonly string[]> = {
  ImageObject: [
    ...['url', 'name', 'description', 'keywords', 'contentUrl', 'thumbnailUrl', 'encodingFormat'],
    ...['width', 'height', 'creator', 'creditText', 'copyrightNotice', 'license'],
    ...['acquireLicensePage', 'dateCreated', 'uploadDate', 'exifData', 'representativeOfPage'],
    'contentLocation',
  ],
  ImageGallery: ['url', 'name', 'description', 'image'],
  ProfilePage: ['url', 'name', 'mainEntity'],
  Person: ['url', 'name', 'description', 'image'],
  PropertyValue: ['name', 'value', 'unitText'],
  QuantitativeValue: ['value', 'unitCode'],
  Place: ['name', 'address', 'geo'],
}

const addresses = [...['url', 'contentUrl', 'thumbnailUrl', 'license', 'acquireLicensePage']]
const dates = ['dateCreated', 'uploadDate']
const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** What is wrong with a block of JSON-LD; empty if nothing is. */
export function structuredDataFaults(text: string): string[] {
  const block: unknown = JSON.parse(text)
  if (!isThing(block)) return ['not an object']
  const { '@context': context, '@graph': graph, ...thing } = block
  return [
    ...(context === 'https://schema.org' ? [] : [`@context is ${context}`]),
    ...(Array.isArray(graph) ? graph.flatMap(faultsOf) : faultsOf(thing)),
  ]
}

function faultsOf(value: unknown): string[] {
  if (!isThing(value)) return [`not a thing: ${JSON.stringify(value)}`]
  const { '@type': type, '@id': _, ...own } = value
  const known = properties[String(type)]
  if (!known) return [`unknown type ${type}`]
  const fault = (text: string) => `${type}: ${text}`
  return [
    ...Object.keys(own).flatMap((name) => (known.includes(name) ? [] : [fault(`has ${name}`)])),
    ...Object.entries(own).flatMap(([name, part]) => [
      ...(part === null || part === '' || part === undefined ? [fault(`empty ${name}`)] : []),
      ...(addresses.includes(name) && !isAddress(part) ? [fault(`${name} is ${part}`)] : []),
      ...(dates.includes(name) && !isoDate.test(String(part)) ? [fault(`${name} is ${part}`)] : []),
      ...things(part).flatMap(faultsOf),
    ]),
    ...required(String(type), own).map(fault),
  ]
}

const things = (part: unknown): unknown[] => (Array.isArray(part) ? part : [part]).filter(isThing)

const isAddress = (part: unknown): boolean =>
  typeof part === 'string' && /^https?:\/\/[^\s/]+/.test(part) && URL.canParse(part)

/** https://developers.google.com/search/docs/appearance/structured-data, image-license-metadata and profile-page. */
function required(type: string, own: Thing): string[] {
  const lacks = (...names: string[]) =>
    names.flatMap((name) => (own[name] === undefined ? [`lacks ${name}`] : []))
  switch (type) {
    case 'ImageObject': {
      const anyOf = ['creator', 'creditText', 'copyrightNotice', 'license']
      const hasAny = anyOf.some((name) => own[name] !== undefined)
      return [...lacks('contentUrl'), ...(hasAny ? [] : [`needs one of ${anyOf}`])]
    }
    case 'ProfilePage':
      return [
        ...lacks('mainEntity'),
        ...(things(own.mainEntity).some((thing) => (thing as Thing)['@type'] === 'Person')
          ? []
          : ['mainEntity is not a person']),
      ]
    case 'Person':
    case 'PropertyValue':
      return lacks('name')
    default:
      return []
  }
}

/** The blocks of JSON-LD in a page. */
export const structuredDataOf = (html: string): string[] =>
  [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(
    ([, text]) => text!,
  )
