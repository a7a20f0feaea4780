import { ownValue } from '../contract/own-value.ts'
/** An element; names have the caller's prefixes, elements in unknown namespaces are ''. */
export type XmlElement = {
  name: string
  attributes: Map<string, string>
  children: XmlElement[]
  text: string
}

// Deeper than any metadata packet; keeps recursion over the tree safe.
const maxDepth = 64

// Ten times what an editor with hundreds of local adjustments writes; an element takes 300 bytes.
const maxElements = 100_000

const attributePattern = /\s*([^\s=/<>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
const namePattern = /[^\s/<>="']+/y
const tagEndPattern = /\s*(\/?)>/y

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

type Scope = { element: XmlElement; tag: string; prefixes: Prefixes }

type Prefixes = { own: ReadonlyMap<string, string>; parent: Prefixes | null }

/**
 * Linear time and no DTDs, so no packet can make it expand or loop. `namespaces` maps URIs to the
 * prefixes in the result. Reading stops at the first malformed place.
 */
export function readXml(xml: string, namespaces: ReadonlyMap<string, string>): XmlElement {
  const root = emptyElement('')
  const open: Scope[] = [
    { element: root, tag: '', prefixes: { own: new Map([['xml', 'xml']]), parent: null } },
  ]
  let position = 0
  let elements = 0
  while (position < xml.length && elements <= maxElements) {
    const scope = open[open.length - 1] as Scope
    const start = xml.indexOf('<', position)
    scope.element.text += decodeEntities(xml.slice(position, start < 0 ? xml.length : start))
    if (start < 0) break
    const next = readMarkup(xml, start, open, namespaces)
    elements++
    if (next < 0) break
    position = next
  }
  return root
}

/** @returns the position after the markup at `start`, or -1 if it is malformed. */
function readMarkup(
  xml: string,
  start: number,
  open: Scope[],
  namespaces: ReadonlyMap<string, string>,
): number {
  if (xml.startsWith('</', start)) return closeElement(xml, start, open)
  if (xml.startsWith('<!', start) || xml.startsWith('<?', start)) {
    return skipMarkup(xml, start, (open[open.length - 1] as Scope).element)
  }
  return openElement(xml, start, open, namespaces)
}

function openElement(
  xml: string,
  start: number,
  open: Scope[],
  namespaces: ReadonlyMap<string, string>,
): number {
  const parent = open[open.length - 1] as Scope
  const tag = matchAt(namePattern, xml, start + 1)?.[0]
  if (!tag || open.length > maxDepth) return -1
  const { attributes, declared, position } = readAttributes(xml, start + 1 + tag.length, namespaces)
  const end = matchAt(tagEndPattern, xml, position)
  if (!end) return -1
  const prefixes = declared.length
    ? { own: new Map(declared), parent: parent.prefixes }
    : parent.prefixes
  const element = emptyElement(expand(tag, prefixes))
  for (const [name, value] of attributes) element.attributes.set(expand(name, prefixes), value)
  parent.element.children.push(element)
  if (end[1] === '') open.push({ element, tag, prefixes })
  return position + end[0].length
}

/** The attributes from `start` on, the namespaces that they declare, and the position after them. */
function readAttributes(xml: string, start: number, namespaces: ReadonlyMap<string, string>) {
  const attributes: [string, string][] = []
  const declared: [string, string][] = []
  let position = start
  for (;;) {
    const match = matchAt(attributePattern, xml, position)
    if (!match) return { attributes, declared, position }
    const value = decodeEntities(match[2] ?? match[3] ?? '')
    const name = match[1] as string
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      declared.push([name.slice(6), namespaces.get(value) ?? ''])
    }
    // Attributes without a prefix are in no namespace, not in the default one.
    else if (name.includes(':')) attributes.push([name, value])
    position += match[0].length
  }
}

function closeElement(xml: string, start: number, open: Scope[]): number {
  const end = xml.indexOf('>', start)
  if (end < 0) return -1
  const tag = xml.slice(start + 2, end).trim()
  const index = open.findLastIndex((scope) => scope.tag === tag)
  if (index > 0) open.length = index
  return end + 1
}

/** Skips comments, processing instructions and declarations; CDATA becomes text. */
function skipMarkup(xml: string, start: number, element: XmlElement): number {
  if (xml.startsWith('<![CDATA[', start)) {
    const end = xml.indexOf(']]>', start)
    if (end >= 0) element.text += xml.slice(start + 9, end)
    return end < 0 ? -1 : end + 3
  }
  const closing = endOfMarkup(xml, start)
  const end = xml.indexOf(closing, start + 2)
  return end < 0 ? -1 : end + closing.length
}

function endOfMarkup(xml: string, start: number): string {
  if (xml.startsWith('<!--', start)) return '-->'
  return xml.startsWith('<?', start) ? '?>' : '>'
}

function expand(name: string, prefixes: Prefixes): string {
  const colon = name.indexOf(':')
  const prefix = name.slice(0, Math.max(colon, 0))
  let scope: Prefixes | null = prefixes
  while (scope && !scope.own.has(prefix)) scope = scope.parent
  const known = scope?.own.get(prefix)
  return known ? `${known}:${name.slice(colon + 1)}` : ''
}

function emptyElement(name: string): XmlElement {
  return { name, attributes: new Map(), children: [], text: '' }
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position
  return pattern.exec(text)
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (all, hex, decimal, name) => {
      if (name) return ownValue(entities, name) ?? all
      const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return point <= 0x10ffff ? String.fromCodePoint(point) : all
    },
  )
}
