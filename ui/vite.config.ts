import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite'
import { buildTargets } from '../scripts/build/browser-targets.ts'
import { filteredWord } from '../scripts/build/filtered-words.ts'

const client = join(import.meta.dirname, 'app/client.tsx')

type ModuleInfo = { readonly importedIds: readonly string[] }
type Chunk = { readonly name: string; readonly facadeModuleId?: string | null }
type Context = { readonly getModuleInfo: (id: string) => ModuleInfo | null }

/**
 * Puts everything that the first screen imports into one file. By default, the bundler splits it by
 * importers into dozens of small files, which are slower to fetch and larger in total.
 */
function firstScreen() {
  const entry = join(import.meta.dirname, 'app/load-client.ts')
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
    // Modules shared with the entry stay separate, so that the entry need not wait for this file.
    reached ??= reach(client, context).difference(reach(entry, context))
    return id !== client && reached.has(id) ? 'frame' : null
  }
}

/** Tells load-client.ts the file of the client, whose name the hash makes known only now. */
const clientAddress = (): Plugin => ({
  name: 'client-address',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunk = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId === client,
      )
      if (!chunk) throw new Error('the build has no client')
      return html.replace('<script ', `<script data-client="/${chunk.fileName}" `)
    },
  },
})

/**
 * Every screen's file is route.tsx, so chunk names include the folder. Content blockers must not know
 * a chunk by its name.
 */
function nameWithFolder({ name, facadeModuleId }: Chunk): string {
  const isRoute = name === 'route' && facadeModuleId
  const folder = isRoute ? `${basename(dirname(facadeModuleId))}-` : ''
  const shown = folder + name
  return `assets/${filteredWord(shown) ? 'part' : `${folder}[name]`}-[hash].js`
}

/**
 * Imports each icon from its own module. Through the package's main module, the icons of all screens
 * would end up in the first screen's file.
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
 * Lets the bundler drop unused parts of react-router: forms, fetchers and prefetching links, which it
 * keeps for their displayName, since setting one could be a side effect; and hooks for monitoring
 * (instrumentations), routes that are found out later (fogOfWar) and masked addresses, because it
 * cannot know that they are never passed.
 */
const unusedRouterParts = (): Plugin => ({
  name: 'unused-router-parts',
  transform: {
    filter: { id: /\/react-router\/dist\// },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/\b(?:init\.|opts\?\.)instrumentations\b/g, 'undefined')
        .replace(/\binit\.patchRoutesOnNavigation\b|\bopts\?\.mask\b/g, 'undefined')
        .replace(/\bopts\?\.instrumentationNavigateMetaReceiver\b/g, 'undefined')
        .replace(/\bfogOfWar\.active\b(?! =)/g, 'false')
        .replace(/= (React\$1\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'),
  },
})

/**
 * Makes icons with only the properties that Vitrine uses. Lucide's own way, with contexts and names for
 * development tools, takes a kilobyte of the first screen.
 */
const leanIcons = (): Plugin => ({
  name: 'lean-icons',
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs/ },
    handler: () => `
      import { createElement } from 'react'
      const shape = {
        xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 24 24', fill: 'none',
        stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round',
        'aria-hidden': true,
      }
      export default ({ name, node }) => ({ size = 24, className = '', ...others }) =>
        createElement(
          'svg',
          {
            ...shape, width: size, height: size, ...others,
            className: ('lucide lucide-' + name + ' ' + className).trim(),
          },
          node.map(([tag, attributes]) => createElement(tag, attributes)),
        )
    `,
  },
})

/** Lets the bundler drop how the API's client writes cookies: browsers send them by themselves. */
const unusedClientParts = (): Plugin => ({
  name: 'unused-client-parts',
  transform: {
    filter: { id: /\/hono\/dist\/client\/client\.js/ },
    handler: (code) => code.replace('if (args?.cookie)', 'if (false)'),
  },
})

/** Fails the build if a browser file contains zod, which is larger than a screen. */
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

/** The server renders only visitors' screens, without the parts that screens load later. */
const screensOnly = (): Plugin => ({
  name: 'screens-only',
  applyToEnvironment: ({ name }) => name === 'ssr',
  resolveDynamicImport: (specifier, importer) => {
    const isScreen =
      /\/routes\.tsx$/.test(importer ?? '') && !/\/(guest|account)\//.test(`${specifier}`)
    return isScreen ? null : '\0later'
  },
  resolveId: (id) => (id === '\0later' ? id : null),
  load: (id) => (id === '\0later' ? 'export {}' : null),
})

/** What visitors open from the first screen: its files are fetched at the same time. */
const isOpenedOften = /\/(album|albums|photo)-route-|\/filter-panel-/

const browserBuild: BuildEnvironmentOptions = {
  outDir: '../dist/ui',
  emptyOutDir: true,
  target: buildTargets,
  // The content security policy allows no data: URLs for styles, scripts and fonts.
  assetsInlineLimit: 0,
  // One small file for all pages, so that screens loaded later need not wait for styles.
  cssCodeSplit: false,
  modulePreload: {
    polyfill: false,
    // The first screen's file would otherwise list every file of every screen.
    resolveDependencies: (file, dependencies) => (isOpenedOften.test(file) ? dependencies : []),
  },
  sourcemap: false,
  rolldownOptions: {
    input: [join(import.meta.dirname, 'index.html'), client],
    output: {
      // Others may contain a word of their own between hyphens.
      hashCharacters: 'base36',
      entryFileNames: nameWithFolder,
      chunkFileNames: nameWithFolder,
      codeSplitting: {
        groups: [{ name: firstScreen(), debugName: 'frame', priority: 1 }],
      },
    },
  },
}

/** A single file, which scripts/build.ts embeds into the executable. */
const serverBuild: BuildEnvironmentOptions = {
  outDir: '../dist/ui-server',
  emptyOutDir: true,
  copyPublicDir: false,
  target: 'esnext',
  minify: true,
  rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'server.js' } },
}

export default defineConfig(({ command, isSsrBuild }) => {
  // A build started by a test (NODE_ENV=test) would otherwise contain React's development build.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      vanillaExtractPlugin(),
      withoutZod(),
      screensOnly(),
      iconModules(),
      clientAddress(),
      unusedRouterParts(),
      leanIcons(),
      unusedClientParts(),
    ],
    // The executable has no node_modules.
    ssr: { noExternal: true },
    // Otherwise Vite includes both builds of React and chooses at startup.
    define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
    build: isSsrBuild ? serverBuild : browserBuild,
  }
})
