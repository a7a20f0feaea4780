/**
 * Prints every sentence that a person can read, once, under its file, for a reader who checks the
 * wording: `bun run texts [FOLDER…]` (`ui` and `src` by default). SQL, addresses, class names and
 * imports are recognised by their form and left out; some technical words may remain.
 */
import { join } from 'node:path'
import { Glob } from 'bun'
import { parseSync } from 'vite'

const root = join(import.meta.dir, '..')

/** A node of the syntax tree. */
type Node = {
  readonly type: string
  readonly value?: unknown
  readonly expressions?: Node[]
  readonly quasis?: { readonly value: { readonly cooked: string | null } }[]
} & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Code that only programs read: SQL, and the values of properties with these names. */
const sql = /^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|WITH|PRAGMA|WHERE|FROM|AND)\b/
const unread = new Set(['className', 'key', 'd', 'viewBox', 'href', 'rel', 'media', 'sizes'])

/** The texts in a file, in order: string and template literals, and text between tags. */
function textsOf(path: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    if (isForPrograms(node)) return
    const text = textOf(node)
    if (text !== undefined) found.push(text)
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child)
  }
  visit(parseSync(path, source).program as unknown as Node)
  return found.map((text) => text.replace(/\s+/g, ' ').trim()).filter(isRead)
}

/** Imports, types, and attributes that are not shown. */
function isForPrograms(node: Node): boolean {
  const { type } = node
  if (/^(Import|Export(All|Named))Declaration$/.test(type)) return Boolean(node.source)
  if (/^TS/.test(type)) return !/^TS(As|Satisfies|NonNull)/.test(type)
  return type === 'JSXAttribute' && unread.has(String((node.name as Node).name))
}

function textOf({ type, value, quasis }: Node): string | undefined {
  if (type === 'TemplateLiteral') {
    return quasis!.map((quasi) => quasi.value.cooked ?? '').join('{…}')
  }
  const isText = type === 'JSXText' || (type === 'Literal' && typeof value === 'string')
  return isText ? String(value) : undefined
}

/** Whether it reads like text: two words, or one with a capital such as a button's. */
function isRead(text: string): boolean {
  if (sql.test(text)) return false
  const hasWords = /\p{L}[\p{L}’',.:;]* \p{L}/u.test(text)
  return hasWords || /^\p{Lu}\p{Ll}{2,}[.!?:…]?$/u.test(text)
}

const folders = Bun.argv.slice(2)
const seen = new Set<string>()
for (const folder of folders.length > 0 ? folders : ['ui', 'src']) {
  const paths = [...new Glob(`${folder}/**/*.{ts,tsx}`).scanSync({ cwd: root })]
  for (const path of paths.filter((each) => !each.endsWith('.css.ts')).sort()) {
    const texts = textsOf(path, await Bun.file(join(root, path)).text())
    const fresh = [...new Set(texts)].filter((text) => !seen.has(text))
    if (fresh.length === 0) continue
    for (const text of fresh) seen.add(text)
    console.log(`\n${path}\n${fresh.map((text) => `  ${text}`).join('\n')}`)
  }
}
