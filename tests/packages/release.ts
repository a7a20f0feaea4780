import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

/** A built release; `remove` deletes it. */
export type BuiltRelease = {
  readonly folder: string
  readonly path: (name: string) => string
  readonly read: (name: string) => Buffer
  readonly remove: () => void
}

/** Builds a release of these targets, or of all, into a new folder. */
export async function buildRelease(...targets: string[]): Promise<BuiltRelease> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-release-'))
  const script = join(root, 'scripts/release.ts')
  const build = Bun.spawn([process.execPath, script, '--out', folder, ...targets], {
    cwd: root,
    // The tests may run on a copy without its repository.
    env: { ...process.env, NODE_ENV: 'production', SOURCE_DATE_EPOCH: '1767323045' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors] = [new Response(build.stdout).text(), new Response(build.stderr).text()]
  if ((await build.exited) !== 0) {
    throw new Error(`the release could not be built: ${await out}${await errors}`)
  }
  const path = (name: string) => join(folder, name)
  return {
    folder,
    path,
    read: (name) => readFileSync(path(name)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
