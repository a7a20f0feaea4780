import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Running, start } from './process.ts'

export type Nginx = { readonly running: Running; readonly port: number }

export const findNginx = () =>
  Bun.which('nginx') ?? Bun.which('nginx', { PATH: '/usr/sbin:/usr/local/sbin:/sbin' }) ?? undefined

/**
 * One nginx process on loopback that serves files below `root`, and pages of photos from
 * pages/{offset}.json. Its configuration, pid and temporary files are in `folder`.
 */
export async function startNginx(binary: string, folder: string, root: string): Promise<Nginx> {
  mkdirSync(folder, { recursive: true })
  const port = freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 256; }
http {
  ${temporary}
  access_log off;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  keepalive_requests 1000000;
  types { application/json json; image/avif avif; image/jpeg jpg; }
  server {
    listen 127.0.0.1:${port};
    root ${root};
    location = /api/photos { try_files /pages/$arg_offset.json =404; }
    location /thumbs/ { add_header Cache-Control "public, max-age=31536000, immutable"; }
  }
}
`,
  )
  const running = start([
    binary,
    '-e',
    join(folder, 'error.log'),
    '-p',
    folder,
    '-c',
    join(folder, 'nginx.conf'),
  ])
  const giveUpAt = Date.now() + 5000
  while (!(await answers(port))) {
    if (Date.now() > giveUpAt) throw new Error(`nginx is not responding: ${running.output()}`)
    await Bun.sleep(20)
  }
  return { running, port }
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  const { port } = probe
  probe.stop(true)
  return port
}
