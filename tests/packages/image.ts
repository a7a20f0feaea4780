import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { $, which } from 'bun'
import type { Need } from '../support/needs.ts'

const root = join(import.meta.dir, '../..')

const folders = 'mkdir -p "$1/etc" && mkdir -p -m 1777 "$1/tmp"'
const withoutDocuments = '--dpkgopt=path-exclude=/usr/share/doc/*'

/** Debian's packages with these, and the folders that containers expect, as a tar file. */
async function debian(packages: string[], file: string): Promise<void> {
  const flags = ['--quiet', '--variant=extract', withoutDocuments, `--customize-hook=${folders}`]
  await $`mmdebstrap ${flags} --include=${packages.join(',')} ${codename()} ${file}`.quiet()
}

/** 'bookworm', if this is Debian. */
function codename(): string {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  return /^ID=debian$/m.test(release) ? (/^VERSION_CODENAME=(\w+)$/m.exec(release)?.[1] ?? '') : ''
}

/** What it takes to build an image where no base image can be downloaded. */
export async function needsBuildah(): Promise<Need> {
  const missing = ['buildah', 'mmdebstrap', 'unshare'].find((name) => which(name) === null)
  if (missing !== undefined) return { isMet: false, otherwise: `${missing} is not installed` }
  if (codename() === '') return { isMet: false, otherwise: 'this is not Debian' }
  const { exitCode } = await $`unshare --mount mount -t tmpfs none /mnt`.quiet().nothrow()
  const otherwise = 'containers need a root user who may mount'
  return { isMet: process.getuid!() === 0 && exitCode === 0, otherwise }
}

export type Image = Awaited<ReturnType<typeof buildImage>>

/**
 * Builds docker/Dockerfile with buildah in `folder`. Its base images are made of Debian's packages:
 * the C and C++ runtimes, and for the build a shell and this Bun. `version` is for its label.
 */
export async function buildImage(folder: string, version: string) {
  const buildah = ['buildah', '--storage-driver', 'vfs']
  buildah.push('--root', join(folder, 'storage'), '--runroot', join(folder, 'run'))
  const runtime = ['libc6', 'libgcc-s1', 'libstdc++6']
  const text = async (...words: string[]) => (await $`${buildah} ${words}`.quiet().text()).trim()

  await debian(runtime, join(folder, 'base.tar'))
  const base = await text('from', 'scratch')
  await text('add', base, join(folder, 'base.tar'), '/')
  await text('commit', base, 'localhost/base')

  await debian([...runtime, 'dash', 'coreutils'], join(folder, 'tools.tar'))
  const tools = await text('from', 'scratch')
  await text('add', tools, join(folder, 'tools.tar'), '/')
  await text('add', '--chmod', '755', tools, process.execPath, '/usr/local/bin/bun')
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (certificates) {
    await text('add', tools, certificates, '/certificates.crt')
    await text('config', '--env', 'NODE_EXTRA_CA_CERTS=/certificates.crt', tools)
  }
  await text('config', '--env', 'BUN_INSTALL_CACHE_DIR=/cache', tools)
  await text('commit', tools, 'localhost/bun')

  const cache = (await $`${process.execPath} pm cache`.cwd(root).quiet().text()).trim()
  mkdirSync(cache, { recursive: true })
  const options = ['--isolation', 'chroot', '--format', 'docker', '--volume', `${cache}:/cache`]
  options.push('--build-arg', 'BUILD_IMAGE=localhost/bun')
  options.push('--build-arg', 'BASE_IMAGE=localhost/base')
  options.push('--build-arg', `VERSION=${version}`)
  await text('bud', ...options, '-f', join(root, 'docker/Dockerfile'), '-t', 'vitrine', root)

  return {
    config: async (): Promise<Record<string, unknown>> =>
      JSON.parse(await text('inspect', '--type', 'image', 'vitrine')).Docker.config,
    /** Of all layers as they are downloaded, in bytes. */
    compressedSize: async (format: 'gzip' | 'zstd', level: number): Promise<number> => {
      const copy = join(folder, format)
      const compression = ['--compression-format', format, '--compression-level', `${level}`]
      // Docker's own format knows no zstd.
      await text('push', '--format', 'oci', ...compression, 'vitrine', `dir:${copy}`)
      const { layers } = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'))
      return layers.reduce((sum: number, { size }: { size: number }) => sum + size, 0)
    },
    /**
     * A container whose root file system is read-only; its volume stays from run to run. Photos can
     * be mounted on /photos.
     */
    container: async (user: string) => {
      const name = await text('from', 'vitrine')
      const mount = await text('mount', name)
      // What is mounted over, and could not be created on a read-only file system.
      for (const path of ['proc', 'sys', 'dev', 'run/secrets', 'photos']) {
        mkdirSync(join(mount, path), { recursive: true })
      }
      for (const path of ['run/.containerenv', 'etc/hosts', 'etc/hostname', 'etc/resolv.conf']) {
        if (!existsSync(join(mount, path))) writeFileSync(join(mount, path), '')
      }
      const script = join(folder, 'read-only')
      writeFileSync(script, readOnly)
      chmodSync(script, 0o755)
      return (...mounts: string[]): string[] => [
        ...['unshare', '--mount', script, mount, ...buildah, 'run', '--isolation', 'chroot'],
        ...(user === '' ? [] : ['--user', user]),
        ...mounts.flatMap((each) => ['--volume', each]),
        name,
      ]
    },
  }
}

const readOnly = `#!/bin/sh
set -e
root=$1
shift
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
exec "$@"
`
