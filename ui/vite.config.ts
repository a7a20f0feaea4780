import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite'

type ModuleInfo = { readonly importedIds: readonly string[] }
type Chunk = { readonly name: string; readonly facadeModuleId?: string | null }
type Context = { readonly getModuleInfo: (id: string) => ModuleInfo | null }

/**
 * What the first screen imports goes into one file: by itself the bundler splits it by who else
 * imports it, into dozens of small files that are slower to fetch and larger together.
 */
function firstScreen() {
  const client = join(import.meta.dirname, 'client.tsx')
  const entry = join(import.meta.dirname, 'load-client.ts')
  let reached: Set<string> | undefined
  const reach = (id: string, context: Context, found = new Set<string>()) => {
    if (found.has(id)) return found
    found.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) {
      reach(imported, context, found)
    }
    return found
  }
  return (id: string, context: Context): string | null => {
    // What the entry shares with it stays apart: the entry must not wait for the first screen.
    reached ??= reach(client, context).difference(reach(entry, context))
    return id !== client && reached.has(id) ? 'frame' : null
  }
}

/** Every screen's file is route.tsx, so that its chunk has the folder's name as well. */
function nameWithFolder({ name, facadeModuleId }: Chunk): string {
  const isRoute = name === 'route' && facadeModuleId
  const folder = isRoute ? `${basename(dirname(facadeModuleId))}-` : ''
  return `assets/${folder}[name]-[hash].js`
}

/**
 * Imports each icon from its own module: the package's main module reaches all of them, and every
 * icon of every screen would be in the first screen's file.
 */
const iconModules = (): Plugin => {
  const main = join(import.meta.dirname, '../node_modules/lucide-react/dist/esm/lucide-react.mjs')
  const exported = readFileSync(main, 'utf8').matchAll(
    /^export \{(.*)\} from '\.\/icons\/([\w-]+)\.mjs'/gm,
  )
  const moduleOf = new Map<string, string>()
  for (const [, names = '', icon = ''] of exported) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) moduleOf.set(name, icon)
  }
  return {
    name: 'icon-modules',
    enforce: 'pre',
    transform: {
      filter: { code: /from 'lucide-react'/ },
      handler: (code) =>
        code.replace(/^import \{([^}]*)\} from 'lucide-react'/gm, (whole, names: string) => {
          const imports = names.split(',').flatMap((text) => {
            const name = text.trim()
            if (name === '' || name.startsWith('type ')) return []
            const icon = moduleOf.get(name)
            return icon ? [`import ${name} from 'lucide-react/icons/${icon}'`] : [undefined]
          })
          return imports.includes(undefined) ? whole : imports.join(';')
        }),
    },
  }
}

/**
 * Lets the bundler leave out the parts of react-router that are not used: forms, fetchers, and links
 * that prefetch, which it keeps for their displayName, since setting one could be a side effect; and
 * hooks for monitoring (instrumentations), which it cannot know to be never passed.
 */
const unusedRouterParts = (): Plugin => ({
  name: 'unused-router-parts',
  transform: {
    filter: { id: /\/react-router\/dist\// },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/\b(?:init\.|opts\?\.)instrumentations\b/g, 'undefined')
        .replace(/= (React\$1\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'),
  },
})

/** Fails the build where a file for browsers contains zod: it is larger than a screen. */
const withoutZod = (): Plugin => ({
  name: 'without-zod',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      if (!file.moduleIds.some((id) => id.includes('/node_modules/zod/'))) continue
      const importers = file.moduleIds.filter((id) =>
        this.getModuleInfo(id)?.importedIds.some((imported) => /\/zod\/[^/]+$/.test(imported)),
      )
      this.error(`${file.fileName} contains zod, imported by ${importers.join(', ')}`)
    }
  },
})

/** The server renders the visitors' screens alone: what a screen loads later is left out there. */
const screensOnly = (): Plugin => ({
  name: 'screens-only',
  applyToEnvironment: ({ name }) => name === 'ssr',
  resolveDynamicImport: (specifier, importer) => {
    const isScreen =
      /\/routes\.tsx$/.test(importer ?? '') && !/\/(guests|account)\//.test(`${specifier}`)
    return isScreen ? null : '\0later'
  },
  resolveId: (id) => (id === '\0later' ? id : null),
  load: (id) => (id === '\0later' ? 'export {}' : null),
})

const browserBuild: BuildEnvironmentOptions = {
  outDir: '../dist/ui',
  emptyOutDir: true,
  target: 'baseline-widely-available',
  // The policy of the pages allows no data: address for styles, scripts and fonts.
  assetsInlineLimit: 0,
  // One small file for every page: a screen that is loaded later never waits for its styles.
  cssCodeSplit: false,
  modulePreload: { polyfill: false },
  sourcemap: false,
  rolldownOptions: {
    output: {
      chunkFileNames: nameWithFolder,
      codeSplitting: {
        groups: [
          // Entry and first screen both have it, so it stands apart from the latter.
          { name: 'preload', test: /preload-helper/, priority: 2 },
          { name: firstScreen(), debugName: 'frame', priority: 1 },
        ],
      },
    },
  },
}

/** One file, which scripts/build.ts embeds into the executable. */
const serverBuild: BuildEnvironmentOptions = {
  outDir: '../dist/ui-server',
  emptyOutDir: true,
  copyPublicDir: false,
  target: 'esnext',
  minify: true,
  rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'server.js' } },
}

export default defineConfig(({ command, isSsrBuild }) => {
  // A build started by a test (NODE_ENV=test) would else contain React's development half.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      vanillaExtractPlugin(),
      withoutZod(),
      screensOnly(),
      iconModules(),
      unusedRouterParts(),
    ],
    // The executable has no node_modules.
    ssr: { noExternal: true },
    // For a server Vite would leave the choice to each start, with both halves of React in the file.
    define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
    build: isSsrBuild ? serverBuild : browserBuild,
  }
})
