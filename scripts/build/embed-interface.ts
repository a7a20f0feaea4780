import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { EmbeddedFile } from '../../src/http/embedded-interface.ts'
import { type BuiltFile, listFolder } from '../../src/http/interface-files.ts'
import { embedding } from './embedding.ts'

/**
 * Compressed files are kept only below this share of the plain size, which pictures do not reach.
 */
const worthwhileShare = 0.95
/**
 * Larger files, in bytes, are parts of the map, which few visits need: their gzip is made on
 * request.
 */
const gzipMaxSize = 400_000

/**
 * The module that replaces src/http/embedded-interface.ts in the build (path → text): the interface
 * in `folder`, each file as brotli 11 and gzip 9 where that helps, otherwise as it is. The server
 * derives the forms that are left out, to keep the executable small. The compressed files are
 * beside the folder during the build.
 */
export function embedInterface(root: string, folder: string): Record<string, string> {
  const compressed = `${folder}-compressed`
  rmSync(compressed, { recursive: true, force: true })
  const files = listFolder(folder).map((file) => smallest(file, compressed))
  if (!files.some((file) => file.path === '/index.html')) {
    throw new Error(`no index.html in ${folder}: the interface was not built`)
  }
  const sources = files.flatMap(({ raw, br, gzip }) => [raw ?? [], br ?? [], gzip ?? []].flat())
  const path = join(root, 'src/http/embedded-interface.ts')
  return { [path]: embedding('embeddedInterface', files, sources) }
}

function smallest(file: BuiltFile, folder: string): EmbeddedFile {
  // The template is filled in for every page, so compressed copies are useless.
  if (file.path === '/index.html') return file
  const bytes = readFileSync(file.raw)
  const br = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  if (br.length >= bytes.length * worthwhileShare) return file
  const { raw: _, ...others } = file
  return {
    ...others,
    br: put(join(folder, `${file.path}.br`), br),
    ...(bytes.length <= gzipMaxSize && {
      gzip: put(join(folder, `${file.path}.gz`), gzipSync(bytes, { level: 9 })),
    }),
  }
}

function put(path: string, bytes: Buffer): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  return path
}
