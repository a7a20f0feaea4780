/**
 * Builds the executable: `bun run build` makes dist/vitrine for this machine, `bun run build
 * --target linux-arm64` makes dist/vitrine-linux-arm64 for another platform, whose sharp and Bun
 * are installed in .tools/.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compile } from './build/compile.ts'
import { buildForBrowsers, buildForServer } from './build/interface.ts'
import { hostTarget, installFor, platformOf } from './build/platforms.ts'

const root = join(import.meta.dir, '..')

const { values } = parseArgs({ options: { target: { type: 'string', default: hostTarget() } } })
const isHost = values.target === hostTarget()
try {
  const platform = platformOf(values.target)
  const { path: interfaceFolder } = await buildForBrowsers()
  const { path: serverBundle } = await buildForServer()
  const parts = isHost ? { modules: join(root, 'node_modules') } : await installFor(platform, root)
  const name = isHost ? 'vitrine' : `vitrine-${values.target}`
  const ingredients = { platform, interfaceFolder, serverBundle, ...parts }
  await compile(root, ingredients, join(root, 'dist', name))
} catch (error) {
  // Errors from the bundler are printed whole, with file and line; ours are a sentence.
  if (error instanceof AggregateError) for (const cause of error.errors) console.error(cause)
  else console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
