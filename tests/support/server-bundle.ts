import { join } from 'node:path'
import { newestIn } from './newest-in.ts'

const root = join(import.meta.dir, '../..')
const built = join(root, 'dist/ui-server/server.js')
const sources = ['ui', 'src/contract', 'bun.lock'].map((path) => join(root, path))

let building: Promise<void> | undefined

/**
 * Builds the interface's server bundle unless it is up to date: a server run from source needs it.
 */
export function ensureServerBundle(): Promise<void> {
  building ??= Math.max(...sources.map(newestIn)) > newestIn(built) ? build() : Promise.resolve()
  return building
}

/** In a separate process, because Vite's build sets NODE_ENV. */
async function build(): Promise<void> {
  const script = join(root, 'scripts/build/interface.ts')
  const build = Bun.spawn([process.execPath, script], { cwd: root, stdout: 'pipe', stderr: 'pipe' })
  const [out, errors] = [new Response(build.stdout).text(), new Response(build.stderr).text()]
  if ((await build.exited) !== 0) {
    throw new Error(`could not build the server bundle: ${await out}${await errors}`)
  }
}
