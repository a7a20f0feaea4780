import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An installed package, as its own package.json and the lock file describe it. */
export type Package = {
  readonly name: string
  readonly version: string
  readonly license: string | undefined
  readonly description: string | undefined
  /** The checksum of the downloaded package, in hex. */
  readonly sha512: string | undefined
  /** Names of the packages it declares to need. */
  readonly needs: readonly string[]
}

/** The packages that the modules are in, each once, by name and version. */
export function packagesOf(root: string, modules: Iterable<string>): Package[] {
  const folders = new Set([...modules].flatMap((path) => packageFolder(root, path) ?? []))
  const checksums = readChecksums(join(root, 'bun.lock'))
  const found = [...folders].map((folder) => readPackage(join(root, folder), checksums))
  const unique = new Map(found.map((each) => [`${each.name}@${each.version}`, each]))
  return [...unique.values()].sort(
    (a, b) => compare(a.name, b.name) || compare(a.version, b.version),
  )
}

/**
 * 'node_modules/hono' for '/build/node_modules/hono/dist/index.js?v=1'. Some packages contain others
 * in their own node_modules, without their package.json: those are part of the package around them.
 */
function packageFolder(root: string, module: string): string | undefined {
  const path = module.slice(Math.max(0, module.indexOf('node_modules/')))
  return [...path.matchAll(/\bnode_modules\/(?:@[^/]+\/)?[^/]+/g)]
    .map((part) => path.slice(0, part.index + part[0].length))
    .findLast((folder) => existsSync(join(root, folder, 'package.json')))
}

/** Reads the package installed in `folder`; `checksums` are from its lock file. */
export function readPackage(folder: string, checksums: Map<string, string>): Package {
  const described = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name, version, license, description, dependencies = {} } = described
  return {
    name,
    version,
    license,
    description,
    sha512: checksums.get(`${name}@${version}`),
    needs: Object.keys(dependencies),
  }
}

/** 'name@version' → SHA-512 in hex. */
export function readChecksums(lockFile: string): Map<string, string> {
  const { packages } = Bun.JSONC.parse(readFileSync(lockFile, 'utf8')) as { packages: Locked }
  const entries = Object.values(packages).flatMap(([resolved, ...rest]): [string, string][] => {
    const integrity = rest.find((part) => typeof part === 'string' && part.startsWith('sha512-'))
    if (typeof integrity !== 'string') return []
    return [[resolved, Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')]]
  })
  return new Map(entries)
}

type Locked = Record<string, [resolved: string, ...rest: unknown[]]>

/** By code units, so that the order does not depend on the machine's language. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
