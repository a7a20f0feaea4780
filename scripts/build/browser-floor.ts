import { parseSync, Visitor } from 'vite'
import { features } from 'web-features'
import { oldestBrowsers } from './browser-targets.ts'

/** Types whose newer methods are found by name alone, since code does not say what it calls them on. */
const commonTypes = new Set(
  'Array,ArrayBuffer,Atomics,Date,Iterator,Map,Number,Object,Promise,RegExp,Set,String,TypedArray,Uint8Array,WeakMap,Blob,Document,Element,Event,FormData,Headers,HTMLElement,Node,Request,Response,ReadableStream,Selection,URLSearchParams'.split(
    ',',
  ),
)

const map = /map-colors|maplibre/
/**
 * Newer names that are used only where the browser has them, or are methods of the library itself:
 * the chunks with them.
 */
const allowed: Readonly<Record<string, RegExp>> = {
  // Base UI tests for them.
  '.checkVisibility()': /./,
  'CSS.registerProperty': /./,
  // Called only where document has it.
  '.startViewTransition()': /frame/,
  // Called only in fullscreen, which iPhones do not have.
  '.exitFullscreen()': /slideshow/,
  // Methods of PhotoSwipe, Base UI, dnd-kit and MapLibre.
  '.resize()': /fullscreen|map-colors|maplibre/,
  '.toArray()': /./,
  '.take()': map,
  '.difference()': map,
  // MapLibre tests for them.
  'Intl.Segmenter': map,
  VideoFrame: map,
}

type Names = { readonly [place in 'statics' | 'methods' | 'globals']: ReadonlySet<string> }

/** Names that a browser of the floor lacks, by how code writes them. */
function namesAboveFloor(): Names {
  const older = new Set<string>()
  const statics = new Set<string>()
  const methods = new Set<string>()
  const globals = new Set<string>()
  for (const [key, support] of compatibility()) {
    const [owner = '', member, ...details] = pathOf(key)
    if (!owner || details.length > 0) continue
    if (isInFloor(support)) older.add(member ?? owner)
    else if (!member) globals.add(owner)
    else {
      statics.add(`${owner}.${member}`)
      if (commonTypes.has(owner)) methods.add(member)
    }
  }
  // Arrays had `map` long before iterators did, so its name alone says nothing.
  return { statics, methods: methods.difference(older), globals: globals.difference(older) }
}

/** ['Array', 'at'] for 'javascript.builtins.Array.at'; [] for anything but an API. */
function pathOf(key: string): string[] {
  const [area, ...path] = key.split('.')
  const isBuiltin = area === 'javascript' && path[0] === 'builtins'
  if (!isBuiltin && area !== 'api') return []
  return path.slice(isBuiltin ? 1 : 0).map((part) => part.replace(/_static$/, ''))
}

type Support = { readonly [browser in keyof typeof oldestBrowsers]?: string }

export const isInFloor = (support: Support): boolean =>
  Object.entries(oldestBrowsers).every(
    ([browser, least]) =>
      Number.parseFloat(support[browser as keyof Support] ?? 'Infinity') <= least,
  )

/** What web-features knows: keys such as 'css.selectors.has', and the first versions with them. */
export function* compatibility(): Generator<[string, Support]> {
  for (const feature of Object.values(features)) {
    if (!('status' in feature)) continue
    for (const [key, { support }] of Object.entries(feature.status.by_compat_key ?? {})) {
      yield [key, support]
    }
  }
}

/** Regular expression syntax that a browser of the floor cannot parse; bundlers leave it. */
function regExpProblem(pattern: string, flags: string): string | undefined {
  if (flags.includes('v')) return 'flag v'
  if (/(?<!\\)\(\?(?:[ims]+|[ims]*-[ims]+):/.test(pattern)) return 'modifiers'
  const groups = [...pattern.matchAll(/\(\?<([\w$]+)>/g)].map(([, name]) => name)
  return new Set(groups).size < groups.length ? 'repeated group name' : undefined
}

type Node = { readonly type: string; readonly [key: string]: unknown }

function nameOf(node: unknown): string {
  const { type, name, value } = (node ?? {}) as Node
  if (type === 'Identifier') return String(name)
  return type === 'Literal' && typeof value === 'string' ? value : ''
}

const literal = (node: unknown): string => String(((node ?? {}) as Node).value ?? '')

const iterators = new Set(['entries', 'keys', 'matchAll', 'values'])
const iteratorHelpers = new Set(
  'drop,every,filter,find,flatMap,forEach,map,reduce,some,take'.split(','),
)

let names: Names | undefined

/** What a script uses that a browser of the floor does not have, such as 'RegExp.escape'. */
export function findAboveFloor(code: string, fileName: string): string[] {
  names ??= namesAboveFloor()
  const { statics, methods, globals } = names
  const found = new Set<string>()
  const noteStatic = (owner: string, member: string) => {
    if (statics.has(`${owner}.${member}`)) found.add(`${owner}.${member}`)
    else if (/^(?:window|globalThis|self)$/.test(owner) && globals.has(member)) found.add(member)
  }
  const noteRegExp = (pattern: string, flags: string) => {
    const problem = regExpProblem(pattern, flags)
    if (problem) found.add(`a regular expression with ${problem}`)
  }
  new Visitor({
    MemberExpression({ object, property, computed }) {
      if (computed && property.type !== 'Literal') return
      const isNested = object.type === 'MemberExpression' && !object.computed
      noteStatic(nameOf(isNested ? object.property : object), nameOf(property))
    },
    VariableDeclarator({ id, init }) {
      if (id.type !== 'ObjectPattern') return
      for (const each of id.properties) {
        if (each.type === 'Property') noteStatic(nameOf(init), nameOf(each.key))
      }
    },
    NewExpression({ callee, arguments: [pattern, flags] }) {
      const name = nameOf(callee)
      if (globals.has(name)) found.add(name)
      if (name === 'RegExp') noteRegExp(literal(pattern), literal(flags))
    },
    CallExpression({ callee, optional }) {
      if (globals.has(nameOf(callee))) found.add(nameOf(callee))
      if (callee.type !== 'MemberExpression' || callee.computed || optional) return
      const method = nameOf(callee.property)
      if (methods.has(method)) found.add(`.${method}()`)
      const { object } = callee
      const isOfCall = object.type === 'CallExpression' && object.callee.type === 'MemberExpression'
      if (!isOfCall || !iteratorHelpers.has(method)) return
      const source = nameOf((object.callee as unknown as { property: unknown }).property)
      if (iterators.has(source) && !/^(?:Object|Array)$/.test(nameOf(ownerOf(object.callee)))) {
        found.add(`.${source}().${method}()`)
      }
    },
    Literal(node) {
      if ('regex' in node && node.regex) noteRegExp(node.regex.pattern, node.regex.flags)
    },
  }).visit(parseSync('chunk.js', code).program)
  return [...found].filter((name) => !allowed[name]?.test(fileName))
}

const ownerOf = (callee: unknown): unknown => (callee as { object?: unknown }).object
