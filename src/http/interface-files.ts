import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type EmbeddedFile, embeddedInterface } from './embedded-interface.ts'

/**
 * Blobs, because `new Response(blob)` copies nothing: they stay in the executable's mapped pages
 * until requested. `etag` is weak, so that it fits all encodings.
 */
export type InterfaceFile = {
  contentType: string
  etag: string
  raw: Blob
  br?: Blob
  gzip?: Blob
}

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
  return built ? readFileSync(built.raw, 'utf8') : bareHtml
}

function opened({ contentType, etag, raw, br, gzip }: EmbeddedFile): InterfaceFile {
  return {
    contentType,
    etag,
    raw: Bun.file(raw),
    ...(br && { br: Bun.file(br) }),
    ...(gzip && { gzip: Bun.file(gzip) }),
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

export function listFolder(folder: string): EmbeddedFile[] {
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
