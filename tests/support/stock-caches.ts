// Shared caches with stock settings in front of a gallery.
import type { Gallery } from './gallery.ts'
import { freePort, startNginx, startVarnish } from './proxies.ts'

/** As in any tutorial: nothing but a cache and where to ask. */
const stockSite = (port: number, gallery: Gallery, folder: string, name: string, more = '') =>
  `proxy_cache_path ${folder}/cache/${name} keys_zone=${name}:1m;
server {
  listen 127.0.0.1:${port};
  location / {
    proxy_pass http://127.0.0.1:${gallery.port};
    proxy_cache ${name};
    ${more}
    add_header X-Cache $upstream_cache_status always;
  }
}`

/** nginx, Varnish, and an nginx that ignores Vary as some CDNs do. */
export async function startCaches(gallery: Gallery) {
  const [stock, careless] = [freePort(), freePort()]
  const base = `http://127.0.0.1:${stock}`
  const nginx = await startNginx(
    (folder) =>
      stockSite(stock, gallery, folder, 'stock') +
      stockSite(careless, gallery, folder, 'careless', 'proxy_ignore_headers Vary;'),
    base,
  )
  const varnish = await startVarnish(() => ['-b', `127.0.0.1:${gallery.port}`])
  return {
    bases: {
      nginx: base,
      'nginx without Vary': `http://127.0.0.1:${careless}`,
      Varnish: varnish.base,
    },
    [Symbol.asyncDispose]: async () => {
      await nginx[Symbol.asyncDispose]()
      await varnish[Symbol.asyncDispose]()
    },
  }
}

/** Varnish names the request that filled its cache too. */
export const isHit = ({ headers }: Response): boolean =>
  headers.get('x-cache') === 'HIT' || / /.test(headers.get('x-varnish') ?? '')
