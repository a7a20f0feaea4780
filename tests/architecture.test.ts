import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Glob, Transpiler } from 'bun'

const root = resolve(import.meta.dir, '..')

/**
 * Rooms on the floors of a house, the lowest first: an import, even of a type or at run time, leads
 * to the same room or to a lower floor. docs/where-things-are.md says what is in each.
 */
const floors: Readonly<Record<'src' | 'ui', readonly (readonly string[])[]>> = {
  src: [
    ['contract'],
    ['core'],
    ['http', 'images'],
    ['storage'],
    ['gallery'],
    ['people'],
    ['imports'],
    ['operations', 'site'],
    ['app'],
    ['cli'],
  ],
  ui: [['kit'], ['catalogue'], ['features'], ['shell'], ['screens'], ['app']],
}
/** Files beside the rooms: the composition of the server and its entry. */
const rooms: Readonly<Record<string, string>> = {
  'src/api.ts': 'app',
  'src/app.ts': 'app',
  'src/services.ts': 'app',
  'src/main.ts': 'cli',
}

type Import = {
  readonly path: string
  readonly isType: boolean
  /** Whether it is evaluated with the file, and not only when it is first needed. */
  readonly isAtOnce: boolean
}
type File = { readonly path: string; readonly lines: number; readonly imports: readonly Import[] }

const transpilers = {
  ts: new Transpiler({ loader: 'ts' }),
  tsx: new Transpiler({ loader: 'tsx' }),
}

/** A file with its imports, types included, as paths from the root; packages keep their names. */
function readFile(path: string): File {
  const source = readFileSync(join(root, path), 'utf8').replace(/^#!.*/, '')
  const transpiler = path.endsWith('x') ? transpilers.tsx : transpilers.ts
  // The imports that stay when types are erased.
  const found = transpiler.scanImports(source)
  const values = new Set(found.map(({ path }) => path))
  const atOnce = new Set(
    found.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
  )
  const named = [
    ...source.matchAll(/^(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]/gms),
    ...source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g),
  ]
  const all = new Set([...values, ...named.map((match) => match[1]!)])
  const imports = [...all].map((target) => ({
    path: target.startsWith('.') ? join(dirname(path), target.split('?')[0]!) : target,
    isType: !values.has(target),
    isAtOnce: atOnce.has(target),
  }))
  return { path, lines: source.trimEnd().split('\n').length, imports }
}

const files = [...new Glob('{src,ui,tests}/**/*.{ts,tsx}').scanSync({ cwd: root })]
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.d.ts') && path !== 'ui/vite.config.ts')
  .sort()
  .map(readFile)
const server = files.filter(({ path }) => path.startsWith('src/'))
const ui = files.filter(({ path }) => path.startsWith('ui/'))

/** 'gallery' for 'src/gallery/photos/store.ts'. */
const roomOf = (path: string) => rooms[path] ?? path.split('/')[1]!
const sourceOf = (path: string) => readFileSync(join(root, path), 'utf8')
const isOwn = (path: string) => /^(src|ui|tests|migrations|scripts)\//.test(path)

/** Every import of `from` that breaks the rule, as 'a.ts imports b.ts'. */
function violations(
  from: readonly File[],
  isAllowed: (target: string, file: File, isType: boolean) => boolean,
): string[] {
  return from.flatMap((file) =>
    file.imports
      .filter((found) => !isAllowed(found.path, file, found.isType))
      .map((found) => `${file.path} imports ${found.path}`),
  )
}

describe('module imports', () => {
  test('imports use relative paths with extensions and lead to existing files', () => {
    expect(violations(files, (path) => !isOwn(path) || existsSync(join(root, path)))).toEqual([])
  })

  for (const part of ['src', 'ui'] as const) {
    test(`imports in ${part}, even of types, lead to the same room or to a lower floor`, () => {
      const floorOf = (path: string) =>
        floors[part].findIndex((names) => names.includes(roomOf(path)))
      const own = files.filter(({ path }) => path.startsWith(`${part}/`))
      expect(own.filter(({ path }) => floorOf(path) < 0).map(({ path }) => path)).toEqual([])
      const isDownwards = (path: string, file: File) =>
        roomOf(path) === roomOf(file.path) || floorOf(path) < floorOf(file.path)
      expect(
        violations(own, (path, file) => !path.startsWith(`${part}/`) || isDownwards(path, file)),
      ).toEqual([])
    })
  }

  test('imports of files, even of types, form no circle', () => {
    expect(circles(files)).toEqual([])
  })

  test('imports in contract lead only to contract, zod and thumbhash', () => {
    const contract = server.filter(({ path }) => roomOf(path) === 'contract')
    const isAllowed = (path: string) =>
      path.startsWith('src/contract/') || ['zod', 'thumbhash'].includes(path)
    expect(violations(contract, isAllowed)).toEqual([])
  })

  test('limits.ts imports nothing, so that forms load no schemas', () => {
    const limits = server.filter(({ path }) => path === 'src/contract/limits.ts')
    expect(limits.length).toBe(1)
    expect(violations(limits, () => false)).toEqual([])
  })

  test('imports of a store, even of its type, are only in its own folder', () => {
    const isStore = (path: string) => /^src\/.*\/(store|renditions)\.ts$/.test(path)
    const isBeside = (path: string, file: File) => file.path.startsWith(`${dirname(path)}/`)
    expect(violations(server, (path, file) => !isStore(path) || isBeside(path, file))).toEqual([])
  })

  test('imports of SQLite’s Database are only in core/database', () => {
    const opening = server.filter(
      ({ path }) =>
        !path.startsWith('src/core/database/') &&
        /^import \{[^}]*\bDatabase\b[^}]*\} from 'bun:sqlite'/m.test(sourceOf(path)),
    )
    expect(opening.map(({ path }) => path)).toEqual([])
  })

  test('imports in images never lead to SQL', () => {
    const images = server.filter(({ path }) => roomOf(path) === 'images')
    expect(violations(images, (path) => path !== 'bun:sqlite')).toEqual([])
  })

  test('imports of few packages are evaluated at the start: others where they are first needed', () => {
    const byPath = new Map(server.map((file) => [file.path, file]))
    const evaluated = new Set(['src/cli/serve.ts'])
    const packages = new Set<string>()
    for (const path of evaluated) {
      for (const found of byPath.get(path)?.imports ?? []) {
        if (!found.isAtOnce) continue
        if (byPath.has(found.path)) evaluated.add(found.path)
        else if (!isOwn(found.path)) packages.add(found.path.replace(/^([^/]+)\/.*/, '$1'))
      }
    }
    const own = [...packages].filter((name) => !/^(node|bun):|\.json$/.test(name))
    expect(own.sort()).toEqual([
      'client-zip',
      'hono',
      'hono-openapi',
      'ipaddr.js',
      'thumbhash',
      'zod',
    ])
  })

  test('imports of zod build no schema at the start', () => {
    const eager = server.filter(({ path }) =>
      /^(export )?const \w+(: [^=\n]+)? = (\(?z\b|z$|[A-Z]\w+\(\)\s*\.)/m.test(sourceOf(path)),
    )
    expect(eager.map(({ path }) => path)).toEqual([])
  })

  test('imports of sharp are only in one file, which loads it on first use', () => {
    const others = server.filter(({ path }) => path !== 'src/images/sharp.ts')
    expect(violations(others, (path, _, isType) => isType || path !== 'sharp')).toEqual([])
  })

  test('imports of the built server bundle are only in one file', () => {
    const importing = server.filter(({ path }) => sourceOf(path).includes('dist/ui-server'))
    expect(importing.map(({ path }) => path)).toEqual(['src/site/interface-bundle.ts'])
  })

  test('imports in the interface lead to the server only for the contract and the type of the API', () => {
    const isAllowed = (path: string, isType: boolean) =>
      !path.startsWith('src/') ||
      path.startsWith('src/contract/') ||
      (isType && path === 'src/api.ts')
    expect(violations(ui, (path, _, isType) => isAllowed(path, isType))).toEqual([])
  })

  test('imports in src never lead to the interface or to tests, nor those in the interface to tests', () => {
    expect(violations(server, (path) => !/^(ui|tests|scripts)\//.test(path))).toEqual([])
    expect(violations(ui, (path) => !/^(tests|scripts)\//.test(path))).toEqual([])
  })

  test('imports of the interface’s entries are only in the loader of the browser’s', () => {
    const entries = ['ui/app/client.tsx', 'ui/app/server.tsx']
    const others = ui.filter(({ path }) => path !== 'ui/app/load-client.ts')
    expect(violations(others, (path) => !entries.includes(path))).toEqual([])
    // The browser never gets the server's renderer.
    const browser = ui.filter(({ path }) => path !== 'ui/app/server.tsx')
    expect(violations(browser, (path) => !path.startsWith('react-dom/server'))).toEqual([])
  })

  test('imports of links lead to kit/components/Link.tsx: the router’s own add 2 KB to the first screen', () => {
    const importing = ui.filter(({ path }) =>
      /^import \{[^}]*\b(Nav)?Link\b[^}]*\} from 'react-router'/m.test(sourceOf(path)),
    )
    expect(importing.map(({ path }) => path)).toEqual([])
  })

  test('imports in the interface’s navigation lead only to public parts of the router', () => {
    const isPrivate = (path: string) =>
      /\bUNSAFE_|history\.state\??\.(key|idx|usr)/.test(sourceOf(path))
    expect(ui.filter(({ path }) => isPrivate(path)).map(({ path }) => path)).toEqual([])
  })
})

/** Groups of files that import each other, each with its files in alphabetical order (Tarjan 1972). */
function circles(all: readonly File[]): string[][] {
  const graph = new Map(all.map(({ path, imports }) => [path, imports.map((found) => found.path)]))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const trail: string[] = []
  const found: string[][] = []
  const visit = (path: string) => {
    order.set(path, order.size)
    lowest.set(path, order.get(path)!)
    trail.push(path)
    for (const target of graph.get(path)!) {
      if (!graph.has(target)) continue
      if (!order.has(target)) visit(target)
      if (trail.includes(target)) {
        lowest.set(path, Math.min(lowest.get(path)!, lowest.get(target)!))
      }
    }
    if (lowest.get(path) !== order.get(path)) return
    const group = trail.splice(trail.indexOf(path))
    if (group.length > 1) found.push(group.sort())
  }
  for (const path of graph.keys()) if (!order.has(path)) visit(path)
  return found
}

test('warnings of the running server go through the log', () => {
  const own = ['src/core/log.ts', 'src/cli/terminal.ts']
  const printing = server.filter(({ path }) => /\bconsole\.(error|warn)\b/.test(sourceOf(path)))
  expect(printing.map(({ path }) => path).filter((path) => !own.includes(path))).toEqual([])
})

describe('source files', () => {
  test('files are named in kebab-case, components in PascalCase', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|e2e|css|config|lazy|route))*\.ts$/
    const component = /^([A-Z][A-Za-z0-9]*(\.css)?\.tsx?|[a-z0-9]+(-[a-z0-9]+)*(\.route)?\.tsx)$/
    const wrong = files.filter(({ path }) => {
      const name = basename(path)
      return !kebab.test(name) && !(path.startsWith('ui/') && component.test(name))
    })
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('files are neither collections of odds and ends nor barrels', () => {
    const wrong = files.filter(({ path }) =>
      /(^|\/)(utils?|helpers?|misc|common|shared|index)(\/|\.tsx?$)/.test(path),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
    // A .lazy.ts names the parts that are loaded together, which only an import of it can do.
    const barrels = files.filter(({ path }) => {
      if (path.endsWith('.lazy.ts')) return false
      const source = readFileSync(join(root, path), 'utf8')
      return /^export (\*|(type )?\{[^}]*\}) from/m.test(source)
    })
    expect(barrels.map(({ path }) => path)).toEqual([])
  })

  test('files of the program have at most 400 lines', () => {
    const long = [...server, ...ui].filter(({ lines }) => lines > 400)
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
  })

  test('files of few lines are merged into the only file of their room that needs them', () => {
    // These kinds have a file of their own, and the build replaces the ones named here.
    const isOfOwnKind = /\/(store|routes|texts)\.ts$|\.css\.ts$/
    const replaced = ['src/images/native-addon.ts', 'src/http/embedded-interface.ts']
    const program = [...server, ...ui]
    const importersOf = (path: string) =>
      program.filter(({ imports }) => imports.some((found) => found.path === path))
    // What is imported at run time, here or by the file itself, loads later than the rest.
    const loadsLater = (path: string, importer: File) =>
      /\bimport\(/.test(sourceOf(path)) ||
      importer.imports.some((found) => found.path === path && !found.isType && !found.isAtOnce)
    const wrong = program.filter(({ path, lines }) => {
      if (lines >= 25 || isOfOwnKind.test(path) || replaced.includes(path)) return false
      const [importer, ...others] = importersOf(path)
      if (!importer || others.length > 0 || roomOf(importer.path) !== roomOf(path)) return false
      return !loadsLater(path, importer)
    })
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('files contain no unfinished work and no any', () => {
    const wrong = [...server, ...ui].filter(({ path }) =>
      /\b(TODO|FIXME|XXX)\b|[:<(,]\s*any\b|\bas any\b|@ts-(ignore|nocheck)/.test(
        readFileSync(join(root, path), 'utf8').replace(/(^|\s)(\/\/|\/?\*).*$/gm, (comment) =>
          /TODO|FIXME|XXX|@ts-/.test(comment) ? comment : '',
        ),
      ),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})
