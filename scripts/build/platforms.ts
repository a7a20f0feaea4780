import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { $ } from 'bun'

/** A platform the executable is built for, and its names in sharp's packages and in Bun. */
export type Platform = {
  target: string
  os: 'linux' | 'darwin' | 'win32'
  cpu: 'x64' | 'arm64'
  libc?: 'glibc' | 'musl'
  sharp: string
  bun: Bun.Build.CompileTarget
}

const platforms: Platform[] = [
  linux('linux-x64', 'x64', 'glibc', 'linux-x64', 'bun-linux-x64'),
  linux('linux-arm64', 'arm64', 'glibc', 'linux-arm64', 'bun-linux-arm64'),
  linux('linux-x64-musl', 'x64', 'musl', 'linuxmusl-x64', 'bun-linux-x64-musl'),
  linux('linux-arm64-musl', 'arm64', 'musl', 'linuxmusl-arm64', 'bun-linux-arm64-musl'),
  {
    target: 'darwin-arm64',
    os: 'darwin',
    cpu: 'arm64',
    sharp: 'darwin-arm64',
    bun: 'bun-darwin-arm64',
  },
  { target: 'windows-x64', os: 'win32', cpu: 'x64', sharp: 'win32-x64', bun: 'bun-windows-x64' },
]

function linux(
  target: string,
  cpu: 'x64' | 'arm64',
  libc: 'glibc' | 'musl',
  sharp: string,
  bun: Bun.Build.CompileTarget,
): Platform {
  return { target, os: 'linux', cpu, libc, sharp, bun }
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

/**
 * Installs the platform's sharp in its own folder in .tools/.
 * @returns that folder's node_modules.
 * @throws Error if it could not be installed.
 */
export async function installFor(platform: Platform, root: string): Promise<string> {
  const folder = join(root, '.tools/targets', platform.target)
  mkdirSync(folder, { recursive: true })
  const { dependencies } = await Bun.file(join(root, 'package.json')).json()
  const wanted = JSON.stringify({ dependencies: { sharp: dependencies.sharp } })
  await Bun.write(join(folder, 'package.json'), wanted)
  const chosen = ['--os', platform.os, '--cpu', platform.cpu]
  if (platform.libc) chosen.push('--libc', platform.libc)
  const { exitCode, stderr } = await $`${process.execPath} install ${chosen} --ignore-scripts`
    .cwd(folder)
    .quiet()
    .nothrow()
  if (exitCode !== 0) {
    throw new Error(`Could not install sharp for ${platform.target}: ${stderr.toString().trim()}`)
  }
  return join(folder, 'node_modules')
}
