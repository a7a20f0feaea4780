import { readXml, type XmlElement } from './xml-tree.ts'

const namespaces = new Map([
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://ns.adobe.com/xap/1.0/', 'xmp'],
  ['http://ns.adobe.com/xap/1.0/mm/', 'xmpMM'],
  ['http://ns.adobe.com/xap/1.0/rights/', 'xmpRights'],
  ['http://ns.adobe.com/xmp/note/', 'xmpNote'],
  ['http://ns.adobe.com/photoshop/1.0/', 'photoshop'],
  ['http://ns.adobe.com/lightroom/1.0/', 'lr'],
  ['http://ns.adobe.com/tiff/1.0/', 'tiff'],
  ['http://ns.adobe.com/exif/1.0/', 'exif'],
  ['http://ns.adobe.com/exif/1.0/aux/', 'aux'],
  ['http://cipa.jp/exif/1.0/', 'exifEX'],
  ['http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/', 'Iptc4xmpCore'],
  ['http://ns.useplus.org/ldf/xmp/1.0/', 'plus'],
])

const containers = new Set(['rdf:Alt', 'rdf:Bag', 'rdf:Seq'])

type XmpValue = { text: string; language: string }

export class XmpProperties {
  readonly #values = new Map<string, XmpValue[]>()

  /** Reads packets (XMP part 1, section 7); damaged parts are left out. */
  constructor(packets: readonly string[]) {
    for (const packet of packets) {
      for (const description of descriptions(readXml(packet, namespaces))) {
        for (const [name, text] of description.attributes) this.#add(name, [{ text, language: '' }])
        for (const property of description.children) {
          this.#add(property.name, valuesOf(property))
          if (property.name === 'plus:Licensor') this.#addFields(property)
        }
      }
    }
  }

  /** A property's text: the first item of a list, the default language of alternatives. */
  text(name: string): string {
    const values = (this.#values.get(name) ?? []).filter((value) => value.text.trim() !== '')
    return (values.find((value) => value.language === 'x-default') ?? values[0])?.text ?? ''
  }

  list(name: string): string[] {
    return (this.#values.get(name) ?? []).map((value) => value.text)
  }

  /** The fields of a structure, or of the first structure in a list that has them. */
  #addFields({ children, attributes }: XmlElement) {
    for (const [name, text] of attributes) this.#add(name, [{ text, language: '' }])
    for (const child of children) {
      if (child.name.startsWith('rdf:')) this.#addFields(child)
      else this.#add(child.name, valuesOf(child))
    }
  }

  #add(name: string, values: XmpValue[]) {
    const isBlank = (value: XmpValue) => value.text.trim() === ''
    if (name && (this.#values.get(name) ?? []).every(isBlank)) this.#values.set(name, values)
  }
}

function descriptions(element: XmlElement): XmlElement[] {
  return element.children.flatMap((child) =>
    element.name === 'rdf:RDF' && child.name === 'rdf:Description' ? [child] : descriptions(child),
  )
}

function valuesOf(property: XmlElement): XmpValue[] {
  const container = property.children.find((child) => containers.has(child.name))
  const items = container?.children.filter((child) => child.name === 'rdf:li') ?? [property]
  return items.map((item) => ({
    text: textOf(item),
    language: (item.attributes.get('xml:lang') ?? '').toLowerCase(),
  }))
}

// A value can be in the element, in rdf:value beside qualifiers, or in rdf:resource as a URI.
function textOf(element: XmlElement): string {
  const value = element.children
    .flatMap((child) => (child.name === 'rdf:Description' ? [child, ...child.children] : [child]))
    .find((child) => child.name === 'rdf:value')
  return value?.text ?? element.attributes.get('rdf:resource') ?? element.text
}
