import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Glob, Transpiler } from 'bun'

const root = resolve(import.meta.dir, '..')

type File = { path: string; lines: number; imports: { path: string; isType: boolean }[] }

const transpilers = {
  ts: new Transpiler({ loader: 'ts' }),
  tsx: new Transpiler({ loader: 'tsx' }),
}

/** The imports that stay when types are erased. */
function valueImports(path: string, source: string): Set<string> {
  const transpiler = path.endsWith('x') ? transpilers.tsx : transpilers.ts
  return new Set(transpiler.scanImports(source).map((found) => found.path))
}

/** A file with its imports as paths from the root; packages keep their names. */
function readFile(path: string): File {
  const source = readFileSync(join(root, path), 'utf8').replace(/^#!.*/, '')
  const values = valueImports(path, source)
  const named = [...source.matchAll(/^(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]/gms)]
  const all = new Set([...values, ...named.map((match) => match[1]!)])
  const imports = [...all].map((target) => ({
    path: target.startsWith('.') ? join(dirname(path), target.split('?')[0]!) : target,
    isType: !values.has(target),
  }))
  return { path, lines: source.trimEnd().split('\n').length, imports }
}

const files = [...new Glob('{src,ui,tests}/**/*.{ts,tsx}').scanSync({ cwd: root })]
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.d.ts'))
  .sort()
  .map(readFile)
const server = files.filter(({ path }) => path.startsWith('src/'))
const ui = files.filter(({ path }) => path.startsWith('ui/'))

/** 'photos' for 'src/gallery/photos/store.ts'; '' for a file at the top level. */
const folderOf = (path: string) => (path.split('/').length > 2 ? path.split('/')[1]! : '')
const features = [
  'photos',
  'albums',
  'batch',
  'cameras',
  'evidence',
  'cards',
  'guests',
  'owner',
  'comments',
  'likes',
  'ux-config',
  'pages',
  'places',
  'intake',
  'check',
  'jobs',
  'drive',
  'mail',
  'media',
  'metrics',
  'backup',
  'status',
  'trash',
  'sources',
  'embeds',
  'rules',
]

/** Every import of `from` that breaks the rule, as 'a.ts imports b.ts'. */
function violations(
  from: File[],
  isAllowed: (target: string, file: File, isType: boolean) => boolean,
): string[] {
  return from.flatMap((file) =>
    file.imports
      .filter((found) => !isAllowed(found.path, file, found.isType))
      .map((found) => `${file.path} imports ${found.path}`),
  )
}
/** The only rule that several stores share: who can see what. */
const visibility = 'src/gallery/photos/visibility.ts'
/** Any part may warn the operator. */
const log = 'src/core/log.ts'
/** The event loop is one for all. */
const turns = 'src/core/concurrency/turns.ts'
/** Whatever makes files in the data folder gives them to its owner. */
const folderOwner = 'src/core/database/folder-owner.ts'

const isOwn = (path: string) => /^(src|ui|tests|migrations|scripts)\//.test(path)
const inFolders = (path: string, folders: string[]) =>
  path.startsWith('src/') && folders.includes(folderOf(path))

const contractPackages = new Set(['zod', 'thumbhash'])

test('warnings of the running server go through the log', () => {
  const own = ['src/core/log.ts', 'src/cli/terminal.ts']
  const printing = server.filter(({ path }) =>
    /\bconsole\.(error|warn)\b/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(printing.map(({ path }) => path).filter((path) => !own.includes(path))).toEqual([])
})

describe('imports', () => {
  test('use relative paths with extensions and lead to existing files', () => {
    const missing = files.flatMap((file) =>
      file.imports
        .filter(({ path }) => isOwn(path) && !existsSync(join(root, path)))
        .map(({ path }) => `${file.path} imports ${path}`),
    )
    expect(missing).toEqual([])
  })

  test('in contract lead only to contract, zod and thumbhash', () => {
    const contract = server.filter(({ path }) => folderOf(path) === 'contract')
    expect(contract.length).toBeGreaterThan(5)
    expect(
      violations(
        contract,
        (path) => contractPackages.has(path) || path.startsWith('src/contract/'),
      ),
    ).toEqual([])
  })

  test('in database lead only to contract, database and the migrations', () => {
    const parts = server.filter(({ path }) => folderOf(path) === 'database')
    expect(
      violations(
        parts,
        (path) => !isOwn(path) || /^(src\/(contract|database)|migrations)\//.test(path),
      ),
    ).toEqual([])
  })

  test('in images, except for its routes, lead only to contract and images, and never to SQL', () => {
    const parts = server.filter(
      ({ path }) => folderOf(path) === 'images' && basename(path) !== 'routes.ts',
    )
    expect(
      violations(parts, (path) =>
        isOwn(path)
          ? path === folderOwner || /^src\/(contract|images)\//.test(path)
          : path !== 'bun:sqlite',
      ),
    ).toEqual([])
  })

  test('in the client for buckets lead only to contract and its own files', () => {
    const client =
      /^src\/media\/(bucket(-address|-body|-error|-list|-requests)?|download-to|etag)\.ts$/
    const parts = server.filter(({ path }) => client.test(path))
    expect(parts.length).toBeGreaterThan(7)
    expect(
      violations(
        parts,
        (path) => !isOwn(path) || path.startsWith('src/contract/') || client.test(path),
      ),
    ).toEqual([])
  })

  test('in http lead to no feature', () => {
    const parts = server.filter(({ path }) => folderOf(path) === 'http')
    expect(
      violations(
        parts,
        (path) =>
          !isOwn(path) ||
          inFolders(path, ['http', 'contract', 'database']) ||
          ['src/core/byte-cache.ts', 'src/core/clock.ts', log, turns].includes(path),
      ),
    ).toEqual([])
  })

  test('of a store, even of its types, are only in its own module and the composition root', () => {
    const store = /^src\/([\w-]+)\/(store|renditions)\.ts$/
    const others = server.filter(({ path }) => path !== 'src/services.ts')
    expect(
      violations(others, (path, file) => {
        const module = store.exec(path)?.[1]
        return module === undefined || module === folderOf(file.path)
      }),
    ).toEqual([])
  })

  test('in stores lead only to their own module, contract, database and the visibility predicate', () => {
    const stores = server.filter(({ path }) => /\/(store|renditions|row|fields)\.ts$/.test(path))
    expect(stores.length).toBeGreaterThan(3)
    expect(
      violations(
        stores,
        (path, file, isType) =>
          !isOwn(path) ||
          path === visibility ||
          inFolders(path, ['contract', 'database', folderOf(file.path)]) ||
          (isType && inFolders(path, ['images'])),
      ),
    ).toEqual([])
  })

  test('in rules lead to other modules only for types; their values come as parameters', () => {
    const rules = server.filter(
      ({ path }) => features.includes(folderOf(path)) && !/\/routes\.ts$/.test(path),
    )
    expect(
      violations(
        rules,
        (path, file, isType) =>
          !isOwn(path) ||
          path === visibility ||
          inFolders(path, ['contract', 'database', 'images', folderOf(file.path)]) ||
          ['src/core/byte-cache.ts', log, turns].includes(path) ||
          (isType &&
            (['src/core/clock.ts', 'src/core/secret-key.ts'].includes(path) ||
              inFolders(path, [...features, 'http']))),
      ),
    ).toEqual([])
  })

  test('in routes lead only to contract, http and their own module, and to types of other rules', () => {
    const routes = server.filter(({ path }) => /\/routes\.ts$/.test(path))
    expect(routes.length).toBeGreaterThan(4)
    expect(
      violations(
        routes,
        (path, file, isType) =>
          !isOwn(path) ||
          inFolders(path, ['contract', 'http', folderOf(file.path)]) ||
          (isType && inFolders(path, [...features, 'images'])),
      ),
    ).toEqual([])
  })

  test('of routes are only in api', () => {
    const others = server.filter(({ path }) => folderOf(path) !== 'api')
    expect(
      violations(others, (path, _, isType) => isType || !/^src\/.*\/routes\.ts$/.test(path)),
    ).toEqual([])
  })

  test('of api are only in app and, for its type, in the interface', () => {
    const others = server.filter(({ path }) => path !== 'src/app.ts' && folderOf(path) !== 'api')
    expect(violations(others, (path) => !path.startsWith('src/api/'))).toEqual([])
  })

  test('of SQLite’s Database are only in database', () => {
    const opening = server.filter(
      ({ path }) =>
        folderOf(path) !== 'database' &&
        /^import \{[^}]*\bDatabase\b[^}]*\} from 'bun:sqlite'/m.test(
          readFileSync(join(root, path), 'utf8'),
        ),
    )
    expect(opening.map(({ path }) => path)).toEqual([])
  })

  test('of the composition root are only in app, commands and site, apart from types', () => {
    const others = server.filter(
      ({ path }) => path !== 'src/app.ts' && !['commands', 'site'].includes(folderOf(path)),
    )
    expect(violations(others, (path, _, isType) => isType || path !== 'src/services.ts')).toEqual(
      [],
    )
  })

  test('of commands are only in main, which imports little else', () => {
    const others = server.filter(
      ({ path }) => path !== 'src/main.ts' && folderOf(path) !== 'commands',
    )
    expect(violations(others, (path) => !path.startsWith('src/cli/'))).toEqual([])
    const main = server.filter(({ path }) => path === 'src/main.ts')
    expect(
      violations(
        main,
        (path) =>
          !isOwn(path) ||
          path.startsWith('src/cli/') ||
          [
            'src/cli/command-line.ts',
            'src/core/config/config.ts',
            'src/core/config/config-error.ts',
            'src/core/memory.ts',
            'src/core/version.ts',
          ].includes(path),
      ),
    ).toEqual([])
  })

  test('of sharp are only in one file, which loads it on first use', () => {
    const others = server.filter(({ path }) => path !== 'src/images/sharp.ts')
    expect(violations(others, (path, _, isType) => isType || path !== 'sharp')).toEqual([])
  })

  test('in the interface lead to the server only for the contract and the type of the API', () => {
    expect(
      violations(
        ui,
        (path, _, isType) =>
          !path.startsWith('src/') ||
          inFolders(path, ['contract']) ||
          (isType && path === 'src/api/api.ts'),
      ),
    ).toEqual([])
  })

  test('of site are only in app, and its own lead only to contract, http and types', () => {
    const others = server.filter(({ path }) => path !== 'src/app.ts' && folderOf(path) !== 'site')
    expect(violations(others, (path) => !path.startsWith('src/site/'))).toEqual([])
    const pages = server.filter(({ path }) => folderOf(path) === 'site')
    expect(pages.length).toBeGreaterThan(5)
    expect(
      violations(
        pages,
        (path, _, isType) =>
          !isOwn(path) ||
          inFolders(path, ['contract', 'http', 'site']) ||
          ['src/images/variants.ts', log, turns].includes(path) ||
          (isType && (inFolders(path, features) || path === 'src/services.ts')),
      ),
    ).toEqual([])
  })

  test('of the built server bundle are only in one file', () => {
    const importing = server.filter(({ path }) =>
      readFileSync(join(root, path), 'utf8').includes('dist/ui-server'),
    )
    expect(importing.map(({ path }) => path)).toEqual(['src/site/interface-bundle.ts'])
  })

  test('of the interface’s entries are only in the loader of the browser’s', () => {
    const entries = ['ui/app/client.tsx', 'ui/app/server.tsx']
    const others = ui.filter(({ path }) => path !== 'ui/app/load-client.ts')
    expect(violations(others, (path) => !entries.includes(path))).toEqual([])
    // The browser never gets the server's renderer.
    const browser = ui.filter(({ path }) => path !== 'ui/app/server.tsx')
    expect(violations(browser, (path) => !path.startsWith('react-dom/server'))).toEqual([])
  })

  test('of links lead to components/Link.tsx: the router’s own add 2 KB to the first screen', () => {
    const importing = ui.filter(({ path }) =>
      /^import \{[^}]*\b(Nav)?Link\b[^}]*\} from 'react-router'/m.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    )
    expect(importing.map(({ path }) => path)).toEqual([])
  })

  test('in src never lead to the interface or to tests, nor those in the interface to tests', () => {
    expect(violations(server, (path) => !/^(ui|tests|scripts)\//.test(path))).toEqual([])
    // The bundler's configuration is part of the build.
    const shipped = ui.filter(({ path }) => path !== 'ui/vite.config.ts')
    expect(violations(shipped, (path) => !/^(tests|scripts)\//.test(path))).toEqual([])
  })

  test('in shared parts of the interface never lead to a screen', () => {
    const parts = ui.filter(({ path }) =>
      ['components', 'theme', 'state', 'navigation'].includes(folderOf(path)),
    )
    expect(
      violations(
        parts,
        (path) =>
          !path.startsWith('ui/') ||
          ['', 'components', 'theme', 'state', 'navigation'].includes(folderOf(path)),
      ),
    ).toEqual([])
  })

  test('in navigation lead only to state and to public parts of the router', () => {
    const navigation = ui.filter(({ path }) => folderOf(path) === 'navigation')
    expect(navigation.length).toBeGreaterThan(2)
    expect(
      violations(navigation, (path) => !isOwn(path) || /^ui\/(state|navigation)\//.test(path)),
    ).toEqual([])
    const isPrivate = (path: string) =>
      /\bUNSAFE_|history\.state\??\.(key|idx|usr)/.test(readFileSync(join(root, path), 'utf8'))
    expect(ui.filter(({ path }) => isPrivate(path)).map(({ path }) => path)).toEqual([])
  })

  test('form no cycles', () => {
    const graph = new Map(
      files.map(({ path, imports }) => [
        path,
        imports.filter((found) => !found.isType).map((found) => found.path),
      ]),
    )
    const cycles: string[] = []
    const done = new Set<string>()
    const visit = (path: string, trail: string[]) => {
      if (trail.includes(path)) {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
        return
      }
      if (done.has(path)) return
      for (const target of graph.get(path) ?? []) visit(target, [...trail, path])
      done.add(path)
    }
    for (const path of graph.keys()) visit(path, [])
    expect(cycles).toEqual([])
  })
})

describe('files', () => {
  test('are named in kebab-case, components in PascalCase', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|e2e|css|config|lazy|route))*\.ts$/
    const component = /^([A-Z][A-Za-z0-9]*(\.css)?\.tsx?|[a-z0-9]+(-[a-z0-9]+)*(\.route)?\.tsx)$/
    const wrong = files.filter(({ path }) => {
      const name = basename(path)
      return !kebab.test(name) && !(path.startsWith('ui/') && component.test(name))
    })
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('are neither collections of odds and ends nor barrels', () => {
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

  test('of the program have at most 400 lines', () => {
    const long = [...server, ...ui].filter(({ lines }) => lines > 400)
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
  })

  test('of ui/photos are at most 50, without styles', () => {
    const sources = ui.filter(({ path }) => folderOf(path) === 'photos' && !/\.css\.ts$/.test(path))
    expect(sources.length).toBeGreaterThan(20)
    expect(sources.length).toBeLessThanOrEqual(50)
  })

  test('contain no unfinished work and no any', () => {
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
