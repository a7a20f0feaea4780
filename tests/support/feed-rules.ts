// What the specifications of Atom, JSON Feed and oEmbed, and the W3C's feed validator, require.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { RelaxNGValidator, XmlDocument, type XmlElement } from 'libxml2-wasm'
import jsonFeedSchema from './schemas/json-feed.json'
import oEmbedSchema from './schemas/oembed.json'

const ajv = new Ajv({ allErrors: true, strict: false })
addFormats(ajv)
const isJsonFeed = ajv.compile(jsonFeedSchema)
const isOEmbed = ajv.compile(oEmbedSchema)

const atom = { a: 'http://www.w3.org/2005/Atom' }
const grammar = readFileSync(join(import.meta.dir, 'schemas/atom.rng'), 'utf8')

const textsAt = (element: XmlElement, path: string): string[] =>
  element.find(path, atom).map((node) => node.content.trim())

const duplicates = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index)

/** Addresses in HTML; those of a feed must be absolute, because readers show it elsewhere. */
function relativeAddresses(content: string): string[] {
  const addresses: string[] = []
  new HTMLRewriter()
    .on('*', {
      element: (element) => {
        for (const name of ['href', 'src', 'srcset']) {
          const address = element.getAttribute(name)
          if (address !== null && !/^https?:\/\//.test(address)) addresses.push(address)
        }
      },
    })
    .transform(content)
  return addresses.map((address) => `a relative address in HTML: ${address}`)
}

const unsafe = (content: string): string[] =>
  /<(script|style|iframe|object|embed|form)\b|\son\w+=|javascript:/i.test(content)
    ? ['HTML that readers remove']
    : []

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** What is wrong with an Atom feed; `address` is where it was found. */
export function atomFaults(text: string, address: string): string[] {
  using document = XmlDocument.fromString(text)
  using schema = XmlDocument.fromString(grammar)
  using validator = RelaxNGValidator.fromDoc(schema)
  const faults: string[] = []
  try {
    validator.validate(document)
  } catch (error) {
    faults.push(String(error))
  }
  const { root } = document
  const entries = root.find('a:entry', atom) as XmlElement[]
  const links = (element: XmlElement, rel: string) =>
    textsAt(element, `a:link[@rel='${rel}']/@href`)
  if (links(root, 'self').join() !== address) faults.push(`self is ${links(root, 'self')}`)
  if (links(root, 'alternate').length !== 1) faults.push('not one alternate link')
  if (textsAt(root, 'a:author/a:name').join('') === '') faults.push('no author')
  if (textsAt(root, 'a:title').join('') === '') faults.push('no title')
  const ids = textsAt(root, './/a:id')
  faults.push(...duplicates(ids).map((id) => `${id} is used twice`))
  faults.push(
    ...ids.filter((id) => !/^(urn:uuid:|tag:)\S+$/.test(id)).map((id) => `not an id: ${id}`),
  )
  const dates = [...textsAt(root, './/a:updated'), ...textsAt(root, './/a:published')]
  faults.push(...dates.filter((date) => !rfc3339.test(date)).map((date) => `not a date: ${date}`))
  const updated = textsAt(root, 'a:entry/a:updated').toSorted().at(-1)
  if (updated && textsAt(root, 'a:updated')[0] !== updated) faults.push('updated is not the newest')
  for (const entry of entries) {
    if (textsAt(entry, 'a:title').join('') === '') faults.push('an entry without title')
    if (links(entry, 'alternate').length !== 1) faults.push('an entry without one link')
    if (links(entry, 'enclosure').length !== 1) faults.push('an entry without one picture')
    const [length] = textsAt(entry, "a:link[@rel='enclosure']/@length")
    if (!/^[1-9]\d*$/.test(length ?? '')) faults.push(`an enclosure of length ${length}`)
    if (textsAt(entry, 'a:summary/@type').join() !== 'text') faults.push('a summary of no type')
    const [content = ''] = textsAt(entry, 'a:content')
    faults.push(...relativeAddresses(content), ...unsafe(content))
  }
  const addresses = [...textsAt(root, './/a:link/@href'), ...textsAt(root, './/a:icon')]
  faults.push(
    ...addresses.filter((link) => !/^https?:\/\//.test(link)).map((link) => `relative: ${link}`),
  )
  return faults
}

/** What is wrong with a JSON feed; `address` is where it was found. */
export function jsonFeedFaults(text: string, address: string): string[] {
  const feed = JSON.parse(text)
  if (!isJsonFeed(feed)) return [ajv.errorsText(isJsonFeed.errors)]
  const items = feed.items as { id: string; url: string; content_html: string }[]
  return [
    ...(feed.feed_url === address ? [] : [`feed_url is ${feed.feed_url}`]),
    ...duplicates(items.map(({ id }) => id)).map((id) => `${id} is used twice`),
    ...items.flatMap((item) => [
      ...relativeAddresses(item.content_html),
      ...unsafe(item.content_html),
    ]),
  ]
}

export const oEmbedFaults = (found: unknown): string[] =>
  isOEmbed(found) ? [] : [ajv.errorsText(isOEmbed.errors)]

/** An oEmbed response in XML, as its JSON would be. @throws Error unless it is well-formed. */
export function readOEmbedXml(text: string): Record<string, string | number> {
  using document = XmlDocument.fromString(text)
  if (document.root.name !== 'oembed') throw new Error(`the root is ${document.root.name}`)
  const elements = document.root.find('*') as XmlElement[]
  return Object.fromEntries(
    elements.map(({ name, content }) => [
      name,
      /(^|_)(width|height|age)$/.test(name) ? Number(content) : content,
    ]),
  )
}
