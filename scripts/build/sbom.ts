import { createHash } from 'node:crypto'
import { SPDX } from '@cyclonedx/cyclonedx-library'
import type { Package } from './packages.ts'

/** An executable of the release and what only its platform needs. */
export type Artifact = {
  readonly file: string
  readonly sha256: string
  /** Bun's executable and sharp's libraries. */
  readonly native: readonly Package[]
  /** The versions of the libraries inside libvips, by name. */
  readonly libraries: Readonly<Record<string, string>>
}

export type Release = {
  readonly version: string
  readonly description: string
  readonly license: string
  /** When the released commit was made, in ISO 8601. */
  readonly date: string
  /** In every executable. */
  readonly packages: readonly Package[]
  readonly artifacts: readonly Artifact[]
}

type Component = {
  readonly type: 'application' | 'library' | 'platform'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly [property: string]: unknown
}

/**
 * The software bill of materials as a CycloneDX 1.6 document. The same release always gets the same
 * document: even its serial number is derived from the contents.
 */
export function billOfMaterials(release: Release) {
  const { version, license, description, date, packages, artifacts } = release
  const subject = `vitrine@${version}`
  const shared = packages.map(purl)
  const native = new Map(
    artifacts.flatMap(({ native, libraries }) =>
      native.map((each) => [purl(each), nativeComponent(each, libraries)] as const),
    ),
  )
  const executables = artifacts.map(
    ({ file, sha256 }): Component => ({
      type: 'application',
      'bom-ref': file,
      name: file,
      version,
      hashes: [{ alg: 'SHA-256', content: sha256 }],
      ...licensed(license),
    }),
  )
  const contents = {
    metadata: {
      timestamp: date,
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': subject,
        name: 'vitrine',
        version,
        description,
        ...licensed(license),
      },
    },
    components: [...executables, ...packages.map(libraryComponent), ...native.values()],
    dependencies: [
      { ref: subject, dependsOn: artifacts.map(({ file }) => file) },
      ...artifacts.map(({ file, native }) => ({
        ref: file,
        dependsOn: [...shared, ...native.map(purl)],
      })),
      ...packages.map((each) => ({
        ref: purl(each),
        dependsOn: packages.filter(({ name }) => each.needs.includes(name)).map(purl),
      })),
    ],
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(contents))}`,
    version: 1,
    ...contents,
  }
}

function libraryComponent(each: Package): Component {
  return {
    type: 'library',
    'bom-ref': purl(each),
    name: each.name,
    version: each.version,
    ...(each.description && { description: each.description }),
    ...(each.sha512 && { hashes: [{ alg: 'SHA-512', content: each.sha512 }] }),
    ...(each.license && licensed(each.license)),
    purl: purl(each),
  }
}

/** Bun is the platform; libvips' package contains the libraries that it was linked with. */
function nativeComponent(each: Package, libraries: Artifact['libraries']): Component {
  const component = libraryComponent(each)
  if (each.name.startsWith('@oven/')) return { ...component, type: 'platform' }
  if (!/^@img\/sharp-(libvips|win32)-/.test(each.name)) return component
  const inside = Object.entries(libraries).map(
    ([name, version]): Component => ({
      type: 'library',
      'bom-ref': `${purl(each)}#${name}`,
      name,
      version,
      purl: `pkg:generic/${encodeURIComponent(name)}@${encodeURIComponent(version)}`,
    }),
  )
  return { ...component, components: inside }
}

/** The package's address in the registry, as scanners for vulnerabilities look it up. */
const purl = ({ name, version }: Package): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

/** An SPDX identifier, an expression such as 'MIT OR Apache-2.0', or any other name. */
function licensed(license: string) {
  if (SPDX.isSupportedSpdxId(license)) return { licenses: [{ license: { id: license } }] }
  if (/ (AND|OR|WITH) /.test(license)) return { licenses: [{ expression: license }] }
  return { licenses: [{ license: { name: license } }] }
}

/** A version 8 UUID, which may be derived from anything. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
