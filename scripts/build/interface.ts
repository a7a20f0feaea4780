import { join } from 'node:path'
import { type BuildEnvironmentOptions, build, type Rolldown } from 'vite'
import { findProblems } from './check-bundle.ts'

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
  const output = await outputOf({ outDir })
  const problems = findProblems(
    output.map((file) => ({ fileName: file.fileName, text: textOf(file) })),
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { path: outDir, modules: modulesOf(output) }
}

/** Builds the interface for the server into a folder. @returns the file to import. */
export async function buildForServer(outDir = join(root, 'dist/ui-server')): Promise<Bundle> {
  const output = await outputOf({ ssr: join(root, 'ui/app/server.tsx'), outDir })
  return { path: join(outDir, 'server.js'), modules: modulesOf(output) }
}

type Output = Rolldown.RolldownOutput['output']

async function outputOf(options: BuildEnvironmentOptions): Promise<Output> {
  const built = await build({ ...config, build: { ...options, emptyOutDir: true } })
  if (!('output' in built)) throw new Error('Vite built more than one bundle')
  return built.output
}

const modulesOf = (output: Output): string[] =>
  output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))

const textOf = (file: Output[number]): string =>
  file.type === 'chunk' ? file.code : Buffer.from(file.source).toString()

// For a server run from source: `bun scripts/build/interface.ts`.
if (import.meta.main) await buildForServer()
