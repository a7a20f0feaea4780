// Real nginx, Varnish and Caddy in front of a gallery, on loopback and with a folder of their own.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Need } from './needs.ts'

const programs = { nginx: 'nginx', varnish: 'varnishd', caddy: 'caddy' } as const
type Program = keyof typeof programs

const names: Record<Program, string> = { nginx: 'nginx', varnish: 'Varnish', caddy: 'Caddy' }
const startLimitMs = 20_000

/** Debian has servers in folders that only root's PATH names. */
const find = (program: Program) =>
  Bun.which(programs[program], {
    PATH: `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`,
  })

export const needs = (program: Program): Need => ({
  isMet: find(program) !== null,
  otherwise: `${names[program]} is not installed`,
})

export type RunningProxy = {
  readonly base: string
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  const { port } = probe
  probe.stop(true)
  return port
}

/** nginx with a site's configuration, which may name files in `folder`. */
export async function startNginx(
  site: (folder: string) => string,
  base: string,
): Promise<RunningProxy> {
  const folder = newFolder()
  const config = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  // As root, its workers would otherwise have no access to the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    config,
    `daemon off;
${user}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events {}
http {
access_log off;
${temporary.join('\n')}
${site(folder)}
}
`,
  )
  return start('nginx', folder, ['-e', join(folder, 'error.log'), '-p', folder, '-c', config], base)
}

/** `options` are where Varnish gets its rules from: `-f FILE` or `-b ADDRESS`. */
export async function startVarnish(
  options: (folder: string) => readonly string[],
): Promise<RunningProxy> {
  const folder = newFolder()
  const port = freePort()
  const own = ['-F', '-j', 'none', '-n', join(folder, 'work'), '-s', 'malloc,64m']
  const address = ['-a', `127.0.0.1:${port}`]
  return start(
    'varnish',
    folder,
    [...own, ...address, ...options(folder)],
    `http://127.0.0.1:${port}`,
  )
}

export async function startCaddy(site: string, base: string): Promise<RunningProxy> {
  const folder = newFolder()
  const config = join(folder, 'Caddyfile')
  writeFileSync(config, `{\nadmin off\nstorage file_system ${folder}\n}\n${site}`)
  return start('caddy', folder, ['run', '--adapter', 'caddyfile', '--config', config], base)
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-proxy-'))
  mkdirSync(join(folder, 'cache'))
  chmodSync(folder, 0o755)
  return folder
}

async function start(
  program: Program,
  folder: string,
  options: readonly string[],
  base: string,
): Promise<RunningProxy> {
  const child = Bun.spawn([find(program)!, ...options], {
    cwd: folder,
    env: { PATH: `${process.env.PATH ?? ''}:/usr/sbin`, HOME: folder },
    stdout: Bun.file(join(folder, 'output')),
    stderr: Bun.file(join(folder, 'errors')),
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
    rmSync(folder, { recursive: true, force: true })
  }
  const giveUpAt = Date.now() + startLimitMs
  while (!(await answers(base))) {
    if (child.exitCode === null && Date.now() < giveUpAt) {
      await Bun.sleep(50)
      continue
    }
    const said = readFileSync(join(folder, 'errors'), 'utf8')
    await stop()
    throw new Error(`${names[program]} does not respond: ${said}`)
  }
  return { base, [Symbol.asyncDispose]: stop }
}

const answers = (base: string) =>
  fetch(`${base}/api/health`, { tls: { rejectUnauthorized: false } }).then(
    ({ status }) => status === 200,
    () => false,
  )
