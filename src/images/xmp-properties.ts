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
  ['http://www.digikam.org/ns/1.0/', 'digiKam'],
  ['http://ns.microsoft.com/photo/1.0/', 'MicrosoftPhoto'],
  ['http://ns.microsoft.com/photo/1.0', 'MicrosoftPhoto'],
  ['http://ns.iview-multimedia.com/mediapro/1.0/', 'mediapro'],
  ['http://ns.acdsee.com/iptc/1.0/', 'acdsee'],
  ['http://www.metadataworkinggroup.com/schemas/keywords/', 'mwg-kw'],
])

const containers = new Set(['rdf:Alt', 'rdf:Bag', 'rdf:Seq'])
const itemPattern = /^rdf:(?:li|_\d+)$/

type XmpValue = { text: string; language: string }

/** A property's items; `isList` is false for a plain text. */
export type XmpItems = { texts: string[]; isList: boolean }

export class XmpProperties {
  readonly #values = new Map<string, XmpValue[]>()
  readonly #elements = new Map<string, XmlElement>()

  /** Reads packets (XMP part 1, section 7); damaged parts are left out. */
  constructor(packets: readonly string[]) {
    for (const packet of packets) {
      for (const description of descriptions(readXml(packet, namespaces))) {
        this.#addDescription(description)
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

  items(name: string): XmpItems {
    const element = this.#elements.get(name)
    return {
      texts: this.list(name),
      isList: element !== undefined && containerIn(element) !== null,
    }
  }

  /** A property with all that is in it, for structures. */
  element(name: string): XmlElement | undefined {
    return this.#elements.get(name)
  }

  #addDescription({ attributes, children }: XmlElement) {
    for (const [name, text] of attributes) this.#add(name, [{ text, language: '' }])
    for (const property of children) {
      this.#add(property.name, valuesOf(property))
      if (!this.#elements.has(property.name)) this.#elements.set(property.name, property)
      if (property.name === 'plus:Licensor') this.#addFields(property)
    }
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

const containerIn = (property: XmlElement): XmlElement | null =>
  property.children.find((child) => containers.has(child.name)) ?? null

/** The items of a list, or the property itself. */
export function itemsOf(property: XmlElement): XmlElement[] {
  const container = containerIn(property)
  return container?.children.filter((child) => itemPattern.test(child.name)) ?? [property]
}

function valuesOf(property: XmlElement): XmpValue[] {
  return itemsOf(property).map((item) => ({
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
