import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ConfigError, configHelp, readConfig } from '../../src/config.ts'

describe('the configuration', () => {
  test('without flags and variables is what --help says', () => {
    expect(readConfig({}, {})).toEqual({
      data: resolve('data'),
      host: '127.0.0.1',
      port: 4380,
      publicUrl: undefined,
      trustedProxies: [],
      maxUpload: 64 * 2 ** 20,
      maxPixels: 100e6,
      password: undefined,
    })
    for (const text of ['./data', '127.0.0.1', '4380', '64MiB', '100MP']) {
      expect(configHelp()).toContain(`(default: ${text})`)
    }
  })

  test('takes a flag before its variable, and a variable before the default', () => {
    const environment = { VITRINE_PORT: '81', VITRINE_HOST: '::' }
    expect(readConfig({ port: '82' }, environment)).toMatchObject({ port: 82, host: '::' })
    expect(readConfig({}, environment)).toMatchObject({ port: 81, host: '::' })
  })

  test.each([
    ['1', 1],
    ['500 kB', 500e3],
    ['1.5MiB', 1.5 * 2 ** 20],
    ['2g', undefined],
    ['2GiB', 2 * 2 ** 30],
    ['0', undefined],
    ['-1', undefined],
    ['1e9', undefined],
    ['64 MiB extra', undefined],
    ['', undefined],
  ])('reads the size %j as %j bytes', (text, bytes) => {
    const read = () => readConfig({ 'max-upload': text }, {}).maxUpload
    if (bytes === undefined) expect(read).toThrow(ConfigError)
    else expect(read()).toBe(bytes)
  })

  test('reads pixels, addresses and lists', () => {
    const { maxPixels, publicUrl, trustedProxies } = readConfig(
      {
        'max-pixels': '24.5mp',
        'public-url': 'https://Photos.Example.org/',
        'trusted-proxies': ' 10.0.0.1, ,::1 ',
      },
      {},
    )
    expect(maxPixels).toBe(24.5e6)
    expect(publicUrl).toBe('https://photos.example.org')
    expect(trustedProxies).toEqual(['10.0.0.1', '::1'])
  })

  test('takes the password from a file before the variable, without its line end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
    const file = join(folder, 'password')
    await writeFile(file, 'from the file, long\n')
    const environment = { VITRINE_PASSWORD_FILE: file, VITRINE_PASSWORD: 'from the variable' }
    expect(readConfig({}, environment).password).toBe('from the file, long')
    await writeFile(file, 'short\n')
    expect(() => readConfig({}, environment)).toThrow('VITRINE_PASSWORD_FILE')
    await rm(folder, { recursive: true })
    expect(() => readConfig({}, environment)).toThrow('cannot be read')
  })
})
