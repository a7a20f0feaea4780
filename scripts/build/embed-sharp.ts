import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { Glob } from 'bun'
import type { NativeFiles } from '../../src/images/unpack.ts'
import { embedding } from './embedding.ts'
import type { Platform } from './platforms.ts'

/**
 * libvips (18.7 MB) becomes 7.6 MB in one second at 12, and 6.9 MB in eight seconds at 19, which are
 * needed only once, as the result is kept. The gzip of a container image makes 8.0 MB of it.
 */
const compressionLevel = 19

/**
 * The modules that replace those on disk in the build (path → text), so that sharp works without
 * node_modules: its loader becomes src/cli/native-sharp.ts, which unpacks the files embedded here,
 * and which src/images/sharp.ts calls before it imports sharp.
 * `modules` is the node_modules with the platform's packages.
 */
export async function embedSharp(
  root: string,
  modules: string,
  platform: Platform,
): Promise<Record<string, string>> {
  const native = JSON.stringify(join(root, 'src/cli/native-sharp.ts'))
  const sharp = join(root, 'node_modules/sharp/dist')
  return {
    [join(sharp, 'sharp.mjs')]: `export { default } from ${native}`,
    [join(root, 'src/images/native-addon.ts')]: `export { openNativeAddon } from ${native}`,
    [join(sharp, 'utility.mjs')]: await withVersions(sharp, modules, platform),
    [join(root, 'src/images/native-files.ts')]: await nativeFiles(root, modules, platform),
  }
}

/**
 * sharp reads the versions of libvips' parts from a package beside it, and derives from them that
 * its HEIF is AVIF. The executable has no such package, so the list is embedded.
 */
async function withVersions(sharp: string, modules: string, platform: Platform): Promise<string> {
  const source = await Bun.file(join(sharp, 'utility.mjs')).text()
  const call = /require\(`@img\/sharp-\$\{runtimePlatform\}\/versions`\)/
  if (!call.test(source))
    throw new Error('sharp no longer reads its versions in the expected place')
  const [path] = new Glob(`@img/sharp-{libvips-,}${platform.sharp}/versions.json`).scanSync(modules)
  if (!path) throw new Error(`the packages of sharp for ${platform.sharp} list no versions`)
  const versions = await Bun.file(join(modules, path)).text()
  return source.replace(call, () => `(${versions})`)
}

/** The compressed files are kept in dist/ for the next build. */
async function nativeFiles(root: string, modules: string, platform: Platform): Promise<string> {
  const libraries = `@img/sharp-{libvips-,}${platform.sharp}/lib/{*.node,*.dll,*.dylib,*.so.*}`
  const paths = [...new Glob(libraries).scanSync(modules)]
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
  const addon = paths.find((path) => path.endsWith('.node'))
  if (!addon || paths.length < 2) {
    throw new Error(`the packages of sharp for ${platform.sharp} are not installed`)
  }
  const { version } = await Bun.file(join(modules, 'sharp/package.json')).json()
  const files = paths.map((path) => {
    const bytes = readFileSync(join(modules, path))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const kept = `${path}.${sha256.slice(0, 16)}-${compressionLevel}.zst`
    const source = join(root, 'dist/native-compressed', platform.target, kept)
    if (!existsSync(source)) compressTo(source, bytes)
    return { path, source, size: bytes.length, sha256 }
  })
  const native: NativeFiles = { version, addon, files }
  const sources = files.map((file) => file.source)
  return embedding('nativeFiles', native, sources)
}

function compressTo(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  const params = { [constants.ZSTD_c_compressionLevel]: compressionLevel }
  const unfinished = `${path}.unfinished`
  writeFileSync(unfinished, zstdCompressSync(bytes, { params }))
  renameSync(unfinished, path)
}
