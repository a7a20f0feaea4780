// What sitemaps.org and Google require of a sitemap, and what one of ours lists.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

xmlRegisterFsInputProviders()

const namespaces = {
  s: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  i: 'http://www.google.com/schemas/sitemap-image/1.1',
}

/** @throws XmlValidateError unless the text is valid. */
function checkSchema(document: XmlDocument, name: string): void {
  const url = join(import.meta.dir, 'schemas', name)
  using schema = XmlDocument.fromString(readFileSync(url, 'utf8'), { url })
  using validator = XsdValidator.fromDoc(schema)
  validator.validate(document)
}

type Entry = { path: string; changedAt: string | undefined; images: string[] }

/** The entries of a valid sitemap, with paths below `origin`. @throws unless it is valid. */
export function sitemapEntries(text: string, origin: string): Entry[] {
  using document = XmlDocument.fromString(text)
  checkSchema(document, 'sitemap.xsd')
  if (Buffer.byteLength(text) > 50 * 2 ** 20) throw new Error('a sitemap of more than 50 MB')
  return document.root.find('s:url', namespaces).map((url) => {
    const texts = (path: string) =>
      'find' in url ? url.find(path, namespaces).map((node) => node.content) : []
    return {
      path: below(origin, texts('s:loc')[0]!),
      changedAt: texts('s:lastmod')[0],
      images: texts('i:image/i:loc').map((address) => below(origin, address)),
    }
  })
}

/** The paths of the sitemaps in a valid index. @throws unless it is valid. */
export function sitemapParts(text: string, origin: string): string[] {
  using document = XmlDocument.fromString(text)
  checkSchema(document, 'sitemap-index.xsd')
  return document.root
    .find('s:sitemap/s:loc', namespaces)
    .map((node) => below(origin, node.content))
}

/** A sitemap may list only addresses of its own site. */
function below(origin: string, address: string): string {
  if (!address.startsWith(`${origin}/`)) throw new Error(`${address} is not below ${origin}`)
  return address.slice(origin.length)
}
