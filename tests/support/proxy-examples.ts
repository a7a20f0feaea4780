// The examples of docs/proxies as they are, but for addresses and files.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { photosExample } from './certificate.ts'
import type { Gallery } from './gallery.ts'
import { freePort, startCaddy, startNginx, startVarnish } from './proxies.ts'

/**
 * An example with texts replaced by others, all at once, because a new text can contain another's
 * old one: port 43801 begins with 4380. @throws Error for a text that is not in the file.
 */
export function example(file: string, replacements: Readonly<Record<string, string>>): string {
  const text = readFileSync(join(import.meta.dir, '../../docs/proxies', file), 'utf8')
  const missing = Object.keys(replacements).filter((from) => !text.includes(from))
  if (missing.length) throw new Error(`${file} has no '${missing.join("' and no '")}'`)
  const old = Object.keys(replacements).map((from) => RegExp.escape(from))
  if (!old.length) return text
  return text.replace(new RegExp(old.join('|'), 'g'), (from) => replacements[from]!)
}

/** `edited` changes the file further. */
export const nginxExample =
  (file: string, edited = (text: string) => text) =>
  async (gallery: Gallery) => {
    const port = freePort()
    const site = (folder: string) => {
      writeFileSync(join(folder, 'cert.pem'), photosExample.cert)
      writeFileSync(join(folder, 'key.pem'), photosExample.key)
      const text = example(file, {
        'listen 443': `listen 127.0.0.1:${port}`,
        'listen 80': `listen 127.0.0.1:${freePort()}`,
        '127.0.0.1:4380': `127.0.0.1:${gallery.port}`,
        '/etc/letsencrypt/live/photos.example.org/fullchain.pem': join(folder, 'cert.pem'),
        '/etc/letsencrypt/live/photos.example.org/privkey.pem': join(folder, 'key.pem'),
        ...(file.includes('cache') && { '/var/cache/nginx-vitrine': join(folder, 'cache') }),
      })
      return edited(text)
    }
    return startNginx(site, `https://127.0.0.1:${port}`)
  }

export const varnishExample = (gallery: Gallery) =>
  startVarnish((folder) => {
    const file = join(folder, 'vitrine.vcl')
    const port = { '"4380"': `"${gallery.port}"` }
    writeFileSync(file, example('varnish.vcl', port))
    return ['-f', file, '-p', 'backend_idle_timeout=5']
  })

export const caddyExample = (gallery: Gallery) => {
  const port = freePort()
  const site = example('Caddyfile', {
    'photos.example.org {': `http://127.0.0.1:${port} {`,
    '127.0.0.1:4380': `127.0.0.1:${gallery.port}`,
  })
  return startCaddy(site, `http://127.0.0.1:${port}`)
}
