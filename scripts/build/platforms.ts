import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { $ } from 'bun'

/**
 * A platform the executable is built for, and its names in sharp's packages, in Bun, and in Bun's
 * packages.
 */
export type Platform = {
  target: string
  os: 'linux' | 'darwin' | 'win32'
  cpu: 'x64' | 'arm64'
  libc?: 'glibc' | 'musl'
  sharp: string
  bun: Bun.Build.CompileTarget
  runtime: string
}

/** Every platform that a release is for. */
export const platforms: readonly Platform[] = [
  linux('x64', 'glibc'),
  linux('x64', 'glibc', '-baseline'),
  linux('arm64', 'glibc'),
  linux('x64', 'musl'),
  linux('x64', 'musl', '-baseline'),
  linux('arm64', 'musl'),
  {
    target: 'darwin-arm64',
    os: 'darwin',
    cpu: 'arm64',
    sharp: 'darwin-arm64',
    bun: 'bun-darwin-arm64',
    runtime: '@oven/bun-darwin-aarch64',
  },
  {
    target: 'windows-x64',
    os: 'win32',
    cpu: 'x64',
    sharp: 'win32-x64',
    bun: 'bun-windows-x64',
    runtime: '@oven/bun-windows-x64',
  },
]

/** `-baseline` is for processors without AVX2; sharp's libraries need no more than SSE4.2. */
function linux(
  cpu: 'x64' | 'arm64',
  libc: 'glibc' | 'musl',
  simd: '' | '-baseline' = '',
): Platform {
  const musl = libc === 'musl' ? ('-musl' as const) : ''
  const bunCpu = cpu === 'arm64' ? 'aarch64' : cpu
  return {
    target: `linux-${cpu}${musl}${simd}`,
    os: 'linux',
    cpu,
    libc,
    sharp: `linux${libc === 'musl' ? 'musl' : ''}-${cpu}`,
    bun: `bun-linux-${cpu}${simd}${musl}`,
    runtime: `@oven/bun-linux-${bunCpu}${musl}${simd}`,
  }
}

/** @throws Error that lists all targets, for any other name. */
export function platformOf(target: string): Platform {
  const platform = platforms.find((each) => each.target === target)
  if (platform) return platform
  const known = platforms.map((each) => each.target).join(', ')
  throw new Error(`Unknown target ${target}; available: ${known}`)
}

/** Linux without glibc in Bun's report counts as musl. */
export function hostTarget(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  const isMusl = process.platform === 'linux' && !report.header?.glibcVersionRuntime
  return `${os}-${process.arch}${isMusl ? '-musl' : ''}`
}

/** What an executable is made of: a node_modules with sharp, and Bun's own executable. */
export type Parts = { readonly modules: string; readonly runtime: string }

/**
 * Installs the platform's sharp and Bun in its own folder in .tools/, with the versions and
 * checksums in scripts/build/targets/.
 * @throws Error if they could not be installed.
 */
export async function installFor(platform: Platform, root: string): Promise<Parts> {
  const folder = join(root, '.tools/targets', platform.target)
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'bun.lock']) {
    copyFileSync(join(root, 'scripts/build/targets', name), join(folder, name))
  }
  const chosen = ['--os', platform.os, '--cpu', platform.cpu]
  if (platform.libc) chosen.push('--libc', platform.libc)
  const flags = [...chosen, '--frozen-lockfile', '--ignore-scripts']
  const { exitCode, stderr } = await $`${process.execPath} install ${flags}`
    .cwd(folder)
    .quiet()
    .nothrow()
  if (exitCode !== 0) {
    const reason = stderr.toString().trim()
    throw new Error(`Could not install sharp and Bun for ${platform.target}: ${reason}`)
  }
  const modules = join(folder, 'node_modules')
  const executable = platform.os === 'win32' ? 'bun.exe' : 'bun'
  return { modules, runtime: join(modules, platform.runtime, 'bin', executable) }
}
