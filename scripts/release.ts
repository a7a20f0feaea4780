/**
 * Builds a release into dist/release: the executables for all platforms, the files that come with
 * them, SHA256SUMS, and the bill of materials. `bun scripts/release.ts [--out FOLDER] [TARGET…]`;
 * started by scripts/release. The same commit always gives the same bytes.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { $ } from 'bun'
import { compile } from './build/compile.ts'
import { extrasArchive } from './build/extras.ts'
import { buildForBrowsers, buildForServer } from './build/interface.ts'
import { packagesOf, readChecksums, readPackage } from './build/packages.ts'
import { installFor, type Platform, platformOf, platforms } from './build/platforms.ts'
import { type Artifact, billOfMaterials } from './build/sbom.ts'

const root = join(import.meta.dir, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: join(root, 'dist/release') } },
})
const out = resolve(values.out)

try {
  await release(positionals.length > 0 ? positionals.map(platformOf) : platforms)
} catch (error) {
  if (error instanceof AggregateError) for (const cause of error.errors) console.error(cause)
  else console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function release(chosen: readonly Platform[]): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const browsers = await buildForBrowsers()
  const server = await buildForServer()
  const modules = new Set([...browsers.modules, ...server.modules])
  const artifacts: Artifact[] = []
  for (const platform of chosen) {
    const parts = await installFor(platform, root)
    const bundles = { interfaceFolder: browsers.path, serverBundle: server.path }
    const outfile = join(out, `vitrine-${platform.target}`)
    const made = await compile(root, { platform, ...bundles, ...parts }, outfile)
    // sharp's own packages differ by platform and are described with it.
    for (const input of made.inputs) if (!input.includes('/@img/sharp-')) modules.add(input)
    artifacts.push(describe(platform, parts.modules, made.path))
  }
  for (const name of ['vitrine.service'])
    copyFileSync(join(root, 'packaging', name), join(out, name))
  const seconds = Date.parse(await releaseDate()) / 1000
  await Bun.write(join(out, 'vitrine-extras.tar.gz'), extrasArchive(root, seconds))
  await writeBillOfMaterials(modules, artifacts)
  const sums = readdirSync(out)
    .sort()
    .map((name) => `${sha256(join(out, name))}  ${name}\n`)
  await Bun.write(join(out, 'SHA256SUMS'), sums.join(''))
  console.log(`${relative(process.cwd(), out)}: ${sums.length} files and their SHA256SUMS`)
  const { version } = await Bun.file(join(root, 'package.json')).json()
  console.log(
    `The image: docker build --build-arg VERSION=${version} -f docker/Dockerfile -t vitrine:${version} .`,
  )
}

function describe(platform: Platform, modules: string, path: string): Artifact {
  const checksums = readChecksums(join(root, 'scripts/build/targets/bun.lock'))
  const names = [platform.runtime, `@img/sharp-${platform.sharp}`]
  // On Windows, libvips is in sharp's own package.
  if (platform.os !== 'win32') names.push(`@img/sharp-libvips-${platform.sharp}`)
  const native = names.map((name) => readPackage(join(modules, name), checksums))
  const versions = join(modules, names.at(-1)!, 'versions.json')
  const libraries = JSON.parse(readFileSync(versions, 'utf8'))
  return { file: path.slice(out.length + 1), sha256: sha256(path), native, libraries }
}

async function writeBillOfMaterials(modules: Set<string>, artifacts: Artifact[]): Promise<void> {
  const { version, description, license } = await Bun.file(join(root, 'package.json')).json()
  const packages = packagesOf(root, modules)
  const date = await releaseDate()
  const bill = billOfMaterials({ version, description, license, date, packages, artifacts })
  const text = `${JSON.stringify(bill, null, 2)}\n`
  const problems = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)
  if (problems !== null) {
    const where = (problems as { instancePath: string }[]).map(({ instancePath }) => instancePath)
    throw new Error(`The bill of materials is not valid at ${where.join(', ')}`)
  }
  await Bun.write(join(out, 'vitrine.cdx.json'), text)
}

/** The commit's, or SOURCE_DATE_EPOCH where there is no repository. */
async function releaseDate(): Promise<string> {
  const given = process.env.SOURCE_DATE_EPOCH
  const log = given ?? (await $`git log -1 --format=%ct`.cwd(root).quiet().nothrow()).text()
  if (!/^\d+\s*$/.test(log)) {
    throw new Error('This is no git repository: set SOURCE_DATE_EPOCH to the time of the release.')
  }
  return new Date(Number(log) * 1000).toISOString()
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
