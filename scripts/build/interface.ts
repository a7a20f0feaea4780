import { join } from 'node:path'
import { type BuildEnvironmentOptions, build } from 'vite'

const root = join(import.meta.dir, '../..')
const config = {
  configFile: join(root, 'ui/vite.config.ts'),
  root: join(root, 'ui'),
  logLevel: 'warn',
} as const

/** What was written, and the modules in it. */
export type Bundle = { readonly path: string; readonly modules: string[] }

/** Builds the interface for browsers into dist/ui. @returns the folder. */
export async function buildForBrowsers(): Promise<Bundle> {
  const outDir = join(root, 'dist/ui')
  return { path: outDir, modules: await modulesOf({ outDir }) }
}

/** Builds the interface for the server into a folder. @returns the file to import. */
export async function buildForServer(outDir = join(root, 'dist/ui-server')): Promise<Bundle> {
  const modules = await modulesOf({ ssr: join(root, 'ui/server.tsx'), outDir })
  return { path: join(outDir, 'server.js'), modules }
}

async function modulesOf(options: BuildEnvironmentOptions): Promise<string[]> {
  const built = await build({ ...config, build: { ...options, emptyOutDir: true } })
  if (!('output' in built)) throw new Error('Vite built more than one bundle')
  return built.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}

// For a server run from source: `bun scripts/build/interface.ts`.
if (import.meta.main) await buildForServer()
