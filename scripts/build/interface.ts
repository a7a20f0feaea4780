import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dir, '../..')
const config = {
  configFile: join(root, 'ui/vite.config.ts'),
  root: join(root, 'ui'),
  logLevel: 'warn',
} as const

/** Builds the interface for browsers into dist/ui. @returns the folder. */
export async function buildForBrowsers(): Promise<string> {
  const outDir = join(root, 'dist/ui')
  await build({ ...config, build: { outDir, emptyOutDir: true } })
  return outDir
}

/** Builds the interface for the server into a folder. @returns the file to import. */
export async function buildForServer(outDir = join(root, 'dist/ui-server')): Promise<string> {
  await build({ ...config, build: { ssr: join(root, 'ui/server.tsx'), outDir, emptyOutDir: true } })
  return join(outDir, 'server.js')
}

// For a server run from source: `bun scripts/build/interface.ts`.
if (import.meta.main) await buildForServer()
