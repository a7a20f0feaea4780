import { statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { BunPlugin } from 'bun'
import { parsedHeaderBytes } from '../../src/http/header-limits.ts'
import { commitConstant, commitOf } from './commit.ts'
import { embedCommonPasswords, passwordModules } from './embed-common-passwords.ts'
import { embedInterface } from './embed-interface.ts'
import { embedServerBundle } from './embed-server-bundle.ts'
import { embedSharp } from './embed-sharp.ts'
import type { Platform } from './platforms.ts'

/**
 * The documentation of the API imports zod's core for one function. As a chunk of its own it would
 * keep all of zod, its messages in fifty languages included, in memory from the start.
 */
const zodJsonSchema: BunPlugin = {
  name: 'zod-json-schema',
  setup: (build) => {
    build.onResolve({ filter: /^zod\/v4\/core$/ }, ({ importer }) =>
      importer.includes('standard-json')
        ? { path: join(import.meta.dir, 'zod-json-schema.ts') }
        : undefined,
    )
  },
}

/**
 * acme-client exports the older half of its cryptography too, made of a library of 1.5 MB, and
 * axios' HTTP client, although Vitrine sends its requests by fetch.
 */
const acmeClientParts: BunPlugin = {
  name: 'acme-client-parts',
  setup: (build) => {
    build.onLoad({ filter: /acme-client\/src\/crypto\/forge\.js$/ }, () => ({
      contents: 'module.exports = {}',
      loader: 'js',
    }))
    build.onResolve({ filter: /^axios$/ }, ({ importer }) =>
      importer.includes('acme-client')
        ? { path: join(dirname(importer), '../../axios/dist/browser/axios.cjs') }
        : undefined,
    )
  },
}

/** zod's messages in other languages than English. */
const translation = /zod\/v4\/locales\/(?!en\.|index\.)/

/** Everything an executable is made of besides the sources. */
export type Ingredients = {
  readonly platform: Platform
  /** The interface for browsers, and the bundle that renders pages. */
  readonly interfaceFolder: string
  readonly serverBundle: string
  /** The node_modules with the platform's sharp. */
  readonly modules: string
  /** The platform's Bun; without it, the one that builds. */
  readonly runtime?: string
}

/**
 * Compiles src/main.ts to `outfile` (with .exe for Windows) and prints the size. The image library,
 * the interface and the bundle that renders pages are embedded.
 * @returns the file, and the modules in it as paths from `root`.
 */
export async function compile(
  root: string,
  { platform, interfaceFolder, serverBundle, modules, runtime }: Ingredients,
  outfile: string,
): Promise<{ path: string; inputs: string[] }> {
  const path = platform.os === 'win32' ? `${outfile}.exe` : outfile
  const { metafile } = await Bun.build({
    entrypoints: [join(root, 'src/main.ts')],
    target: 'bun',
    minify: true,
    // Time from start to first response: 29 ms with bytecode, 72 ms without, for 3 MB more.
    bytecode: true,
    // What is imported dynamically is loaded when it is needed: 9 MB less memory at the start.
    splitting: true,
    format: 'esm',
    metafile: true,
    define: commitConstant(commitOf(root)),
    plugins: [zodJsonSchema, acmeClientParts],
    files: {
      ...(await embedSharp(root, modules, platform)),
      ...(await embedCommonPasswords(root)),
      ...embedInterface(root, interfaceFolder),
      ...embedServerBundle(root, serverBundle),
    },
    compile: {
      outfile: path,
      execArgv: [`--max-http-header-size=${parsedHeaderBytes}`],
      // Files in the current folder must not change what the executable does.
      autoloadDotenv: false,
      autoloadBunfig: false,
      ...(runtime !== undefined && { target: platform.bun, executablePath: runtime }),
    },
  })
  if (Object.keys(metafile?.inputs ?? {}).some((input) => translation.test(input))) {
    throw new Error(
      'The executable contains zod’s translations: see zod-json-schema in compile.ts.',
    )
  }
  const megabytes = (statSync(path).size / 1e6).toFixed(1)
  console.log(`${relative(process.cwd(), path)}: ${megabytes} MB`)
  return { path, inputs: [...Object.keys(metafile?.inputs ?? {}), ...passwordModules] }
}
