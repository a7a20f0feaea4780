import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import { which } from 'bun'
import { hostTarget, type Platform, platforms } from '../../scripts/build/platforms.ts'
import { clearAway } from '../support/executable.ts'
import { type Need, testWith } from '../support/needs.ts'
import { readBinaryFile } from './binary-files.ts'
import { importsAndServes } from './imports-and-serves.ts'
import { type BuiltRelease, buildRelease } from './release.ts'

setDefaultTimeout(300_000)

let release: BuiltRelease
beforeAll(async () => {
  release = await buildRelease()
})
afterAll(async () => {
  await clearAway()
  release?.remove()
})

const fileOf = ({ target, os }: Platform) => `vitrine-${target}${os === 'win32' ? '.exe' : ''}`
const formats = { linux: 'elf', darwin: 'mach-o', win32: 'pe' } as const

const loaders: Readonly<Record<string, string>> = {
  'x64 glibc': '/lib64/ld-linux-x86-64.so.2',
  'arm64 glibc': '/lib/ld-linux-aarch64.so.1',
  'x64 musl': '/lib/ld-musl-x86_64.so.1',
  'arm64 musl': '/lib/ld-musl-aarch64.so.1',
}

describe('platforms', () => {
  test.each(platforms.map((platform) => [platform.target, platform] as const))(
    'the executable for %s and its image library are for that platform',
    (_, platform) => {
      const bytes = release.read(fileOf(platform))
      const { os, cpu, libc } = platform
      const format = formats[os]
      expect(readBinaryFile(bytes)).toEqual({
        format,
        cpu,
        ...(os === 'linux' && { loader: loaders[`${cpu} ${libc}`]! }),
        ...(os === 'darwin' && { isSigned: true }),
      })
      const libraries = embeddedLibraries(bytes)
      expect(libraries.length).toBeGreaterThanOrEqual(2)
      for (const library of libraries) expect(library).toMatchObject({ format, cpu })
      if (os !== 'linux') return
      const own = libc === 'musl' ? '\0libc.musl-' : '\0libc.so.6\0'
      const other = libc === 'musl' ? '\0libc.so.6\0' : '\0libc.musl-'
      for (const { content } of libraries) {
        expect([content.includes(own), content.includes(other)]).toEqual([true, false])
      }
    },
  )
})

/** sharp and libvips follow Bun's own program, each compressed with zstd. */
function embeddedLibraries(bytes: Buffer) {
  const frame = Buffer.from('28b52ffd', 'hex')
  const found = []
  for (let at = bytes.indexOf(frame); at !== -1; at = bytes.indexOf(frame, at + 1)) {
    const content = decompressed(bytes.subarray(at))
    const library = content && content.length > 4096 ? readBinaryFile(content) : undefined
    if (library?.cpu) found.push({ ...library, content: content! })
  }
  return found
}

/** Undefined where the four bytes of a frame's start are part of something else. */
function decompressed(bytes: Buffer): Buffer | undefined {
  try {
    return zstdDecompressSync(bytes)
  } catch {
    return undefined
  }
}

describe('imports', () => {
  for (const platform of platforms.filter(({ os }) => os === 'linux')) {
    const { wrapper, need } = waysToRun(platform)
    testWith(need)(`the executable for ${platform.target} imports a photo and serves it`, () =>
      importsAndServes({ wrapper, executable: release.path(fileOf(platform)) }),
    )
  }
})

/** Natively if possible, otherwise emulated. */
function waysToRun({ target, cpu, libc }: Platform): { wrapper: string[]; need: Need } {
  const isBaseline = target.endsWith('-baseline')
  const isNative = hostTarget() === target.replace('-baseline', '')
  if (isNative && !isBaseline) return { wrapper: [], need: { isMet: true, otherwise: '' } }
  if (libc === 'musl' && !isNative) {
    const otherwise = `${target} runs only where musl is the C library`
    return { wrapper: [], need: { isMet: false, otherwise } }
  }
  const name = cpu === 'x64' ? 'qemu-x86_64' : 'qemu-aarch64'
  const emulator = which(`${name}-static`) ?? which(name)
  const libraries = `/usr/${cpu === 'x64' ? 'x86_64' : 'aarch64'}-linux-gnu`
  const isMet = emulator !== null && (isNative || existsSync(`${libraries}/lib/libstdc++.so.6`))
  return {
    wrapper: [
      emulator ?? '',
      // The first x64 processor that Bun supports; it has neither AVX nor AVX2.
      ...(isBaseline ? ['-cpu', 'Nehalem'] : []),
      ...(isNative ? [] : ['-L', libraries]),
    ],
    need: { isMet, otherwise: `${name}-static or the libraries of ${target} are not installed` },
  }
}
