import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gzip as gzipInBackground } from 'node:zlib'
import { createByteCache } from '../core/byte-cache.ts'
import { type EmbeddedFile, embeddedInterface } from './embedded-interface.ts'

type Form = 'raw' | 'br' | 'gzip'

/**
 * `etag` is weak, so that it fits all encodings.
 */
export type InterfaceFile = {
  readonly contentType: string
  readonly etag: string
  /** Whether clients that accept an encoding get the file compressed. */
  readonly isCompressed: boolean
  readonly as: (form: Form) => Blob | Promise<Bytes>
}

type Bytes = Uint8Array<ArrayBuffer>

/** A file of the built interface on disk. */
export type BuiltFile = EmbeddedFile & { raw: string }

/** Enough for the encodings that are not embedded, in bytes: gzip of the map's two large files. */
const derivedBudget = 512 * 2 ** 10

const decompressed = promisify(brotliDecompress)
const compressed = promisify(gzipInBackground)
const derived = createByteCache<Bytes>(derivedBudget, ({ length }) => length)

const templatePath = '/index.html'

/** Used if the interface was not built, which is enough for the server's tests. */
const bareHtml = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <!--head-->
  </head>
  <body>
    <!--body-->
  </body>
</html>
`

let files: ReadonlyMap<string, InterfaceFile> | undefined
let html: string | undefined

/** By path ('/assets/main-abc.js'), without index.html; empty if the interface was not built. */
export function interfaceFiles(): ReadonlyMap<string, InterfaceFile> {
  files ??= new Map(
    listed()
      .filter((file) => file.path !== templatePath)
      .map((file) => [file.path, opened(file)]),
  )
  return files
}

export function interfaceHtml(): string {
  html ??= readTemplate()
  return html
}

function readTemplate(): string {
  const built = listed().find((file) => file.path === templatePath)
  return built?.raw ? readFileSync(built.raw, 'utf8') : bareHtml
}

/**
 * Blobs, because `new Response(blob)` copies nothing: they stay in the executable's mapped pages
 * until requested. An encoding that is not embedded is made from brotli and cached for a while.
 */
function opened({ path, contentType, etag, raw, br, gzip }: EmbeddedFile): InterfaceFile {
  const forms = {
    raw: raw === undefined ? undefined : Bun.file(raw),
    br: br === undefined ? undefined : Bun.file(br),
    gzip: gzip === undefined ? undefined : Bun.file(gzip),
  }
  const derive = async (form: Form): Promise<Bytes> => {
    const key = `${form} ${path}`
    const kept = derived.get(key)
    if (kept) return kept
    const plain = await decompressed(await forms.br!.arrayBuffer())
    const bytes = new Uint8Array(form === 'gzip' ? await compressed(plain) : plain)
    derived.set(key, bytes)
    return bytes
  }
  return {
    contentType,
    etag,
    isCompressed: br !== undefined,
    as: (form) => forms[form] ?? derive(form),
  }
}

function listed(): EmbeddedFile[] {
  return embeddedInterface ?? listFolder(join(import.meta.dir, '../../dist/ui'))
}

/** Bun adds the charset to HTML, CSS and JavaScript, but not to SVG, manifests and XML. */
const withCharset = (type: string): string =>
  /^(text\/[^;]+|application\/(json|xml)|[^;]+\+(xml|json))$/.test(type)
    ? `${type}; charset=utf-8`
    : type

export function listFolder(folder: string): BuiltFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const raw = join(entry.parentPath, entry.name)
      const hash = createHash('sha256').update(readFileSync(raw)).digest('base64url')
      return {
        path: `/${raw
          .slice(folder.length + 1)
          .split(sep)
          .join('/')}`,
        contentType: withCharset(Bun.file(raw).type),
        etag: `W/"${hash.slice(0, 22)}"`,
        raw,
      }
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}
