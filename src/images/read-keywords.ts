import type { MetadataSource } from './metadata-source.ts'
import { cleanLine } from './metadata-text.ts'
import { readXml, type XmlElement } from './xml-tree.ts'
import { itemsOf, type XmpProperties } from './xmp-properties.ts'

// Limits in code points and items, far above what programs allow.
const maxKeyword = 100
const maxPath = 400
const maxKeywords = 100

const maxIptcKeyword = 64

export type Keywords = {
  keywords: string[]
  /** Hierarchical keywords with all their levels: 'animals|birds|heron'. */
  keywordPaths: string[]
}

/** The levels of one keyword, from the widest to the keyword itself. */
type Levels = string[]

/**
 * XMP before IPTC before Windows' own tag, since IPTC's copy is cut to 64 bytes each; of a file with
 * hierarchies alone their leaves. An item of a list is one keyword, whichever characters it has; the
 * semicolon separates those that are written as one text.
 */
export function readKeywords(source: MetadataSource): Keywords {
  const { xmp } = source
  const subject = xmp.items('dc:subject')
  const hierarchies = readHierarchies(xmp)
  const lists = [
    subject.isList ? items(subject.texts) : subject.texts.flatMap(separated),
    items(source.iptcTexts(25)),
    separated(source.windowsText(0x9c9e)),
    ...hierarchies.map((paths) => paths.map((levels) => levels.at(-1) ?? '')),
    xmp.list('acdsee:keywords'),
  ]
  const withLevels = hierarchies.map((paths) => paths.filter((levels) => levels.length > 1))
  const paths = withLevels.find((list) => list.length > 0) ?? []
  return {
    keywords: lists.map((list) => cleaned(list, maxKeyword)).find((list) => list.length > 0) ?? [],
    keywordPaths: cleaned(
      paths.map((levels) => levels.join('|')),
      maxPath,
    ),
  }
}

/** A single item longer than any keyword may be (IPTC: 64 bytes) is a list that was not split. */
const items = ([first = '', ...others]: string[]) =>
  others.length === 0 && first.length > maxIptcKeyword ? separated(first) : [first, ...others]

const separated = (text: string) => text.split(';')

function cleaned(texts: string[], limit: number): string[] {
  const unique = new Set(texts.map((text) => cleanLine(text, limit)).filter((text) => text !== ''))
  return [...unique].slice(0, maxKeywords)
}

/** What each program writes, those first that keep all levels of all keywords. */
const readHierarchies = (xmp: XmpProperties): Levels[][] => [
  split(xmp.list('lr:hierarchicalSubject'), '|'),
  split(xmp.list('digiKam:TagsList'), '/'),
  readStructure(xmp.element('mwg-kw:Keywords')),
  split(xmp.list('MicrosoftPhoto:LastKeywordXMP'), '/'),
  split(xmp.list('mediapro:CatalogSets'), '|'),
  readCategories(xmp.text('acdsee:categories')),
]

const split = (paths: string[], separator: string): Levels[] =>
  paths
    .map((path) => path.split(separator).flatMap((level) => level.trim() || []))
    // digiKam keeps its own marks (picked, colour, to be read again) among the keywords.
    .filter(([first]) => first !== undefined && !/^_digikam_/i.test(first))

/** The Metadata Working Group's structure: a keyword with children, each a keyword of its own. */
function readStructure(element: XmlElement | undefined, above: Levels = []): Levels[] {
  if (!element) return []
  const fields = fieldsOf(element)
  const keyword = fields.texts.get('mwg-kw:Keyword')?.trim()
  const levels = keyword ? [...above, keyword] : above
  const below = fields.elements
    .filter(({ name }) => name === 'mwg-kw:Children' || name === 'mwg-kw:Hierarchy')
    .flatMap((child) => itemsOf(child).flatMap((item) => readStructure(item, levels)))
  return below.length === 0 && keyword ? [levels] : below
}

/** A structure's fields are in it or in an rdf:Description within, as elements or attributes. */
function fieldsOf({ attributes, children }: XmlElement) {
  const elements = children.flatMap((child) =>
    child.name === 'rdf:Description' ? child.children : [child],
  )
  const nodes = children.filter(({ name }) => name === 'rdf:Description')
  const texts = new Map([
    ...attributes,
    ...nodes.flatMap((node) => [...node.attributes]),
    ...elements.map(({ name, text }) => [name, text] as const),
  ])
  return { elements, texts }
}

/** ACDSee writes XML as a text: <Categories><Category>Places<Category>Rome</Category>…. */
function readCategories(text: string): Levels[] {
  const leaves = (element: XmlElement, above: Levels): Levels[] => {
    const own = element.text.trim()
    const levels = own ? [...above, own] : above
    if (element.children.length > 0) {
      return element.children.flatMap((child) => leaves(child, levels))
    }
    return own ? [levels] : []
  }
  return text.trim() === '' ? [] : leaves(readXml(text, new Map()), [])
}
