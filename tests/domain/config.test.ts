import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { configHelp, readConfig } from '../../src/core/config/config.ts'
import { placeProblem } from '../../src/core/config/config-backup.ts'
import { ConfigError } from '../../src/core/config/config-error.ts'
import { unknownVariables } from '../../src/core/config/unknown-variables.ts'

describe('values', () => {
  test('the configuration has the defaults listed by --help without flags and variables', () => {
    expect(readConfig({}, {})).toEqual({
      data: resolve('data'),
      secretKeyFile: undefined,
      host: '127.0.0.1',
      port: 4380,
      publicUrl: undefined,
      trustedProxies: [],
      domain: [],
      acme: 'https://acme-v02.api.letsencrypt.org/directory',
      acmeRoot: undefined,
      httpsPort: 443,
      httpPort: 80,
      maxUpload: 64 * 2 ** 20,
      maxPixels: 100e6,
      googleClientId: undefined,
      googleClientSecret: undefined,
      googleUrl: undefined,
      smtpUrl: undefined,
      mailFrom: undefined,
      log: 'text',
      metricsToken: undefined,
      sharedPages: 0,
      media: undefined,
      mediaEndpoint: undefined,
      mediaRegion: 'us-east-1',
      mediaKeyId: undefined,
      mediaCache: 20 * 2 ** 30,
      mediaSecret: undefined,
      backupEndpoint: undefined,
      backupRegion: 'us-east-1',
      backupKeyId: undefined,
      backupSecret: undefined,
      backupKey: undefined,
      search: true,
      volumeWarning: true,
      watch: [],
      backup: [],
      password: undefined,
    })
    for (const text of [
      'us-east-1',
      '20GiB',
      './data',
      '127.0.0.1',
      '4380',
      '64MiB',
      '100MP',
      'text',
      'true',
    ]) {
      expect(configHelp()).toContain(`(default: ${text})`)
    }
  })

  test('the configuration prefers a flag to its variable, and a variable to the default', () => {
    const environment = { VITRINE_PORT: '81', VITRINE_HOST: '::' }
    expect(readConfig({ port: '82' }, environment)).toMatchObject({ port: 82, host: '::' })
    expect(readConfig({}, environment)).toMatchObject({ port: 81, host: '::' })
  })

  test.each([
    ['100000', 1e5],
    ['500 kB', 500e3],
    ['1.5MiB', 1.5 * 2 ** 20],
    ['2g', undefined],
    ['2GiB', 2 * 2 ** 30],
    ['0', undefined],
    ['64', undefined],
    ['99999', undefined],
    ['64kB', undefined],
    ['-1', undefined],
    ['1e9', undefined],
    ['64 MiB extra', undefined],
    ['', undefined],
  ])('the configuration reads the size %j as %j bytes', (text, bytes) => {
    const read = () => readConfig({ 'max-upload': text }, {}).maxUpload
    if (bytes === undefined) expect(read).toThrow(ConfigError)
    else expect(read()).toBe(bytes)
  })

  test('a domain is read as browsers write it, and the public URL follows from it', () => {
    const read = (domain: string, more = {}) => readConfig({ domain, ...more }, {})
    expect(read('Photos.Example.org.')).toMatchObject({
      domain: ['photos.example.org'],
      publicUrl: 'https://photos.example.org',
    })
    expect(read('fotos-bärlin.example, www.example.org').domain).toEqual([
      'xn--fotos-brlin-r8a.example',
      'www.example.org',
    ])
    const own = { 'public-url': 'https://photos.example.org:8443' }
    expect(read('photos.example.org', own).publicUrl).toBe(own['public-url'])
    for (const other of ['https://www.example.org', 'http://photos.example.org']) {
      expect(() => read('photos.example.org', { 'public-url': other })).toThrow(ConfigError)
    }
    expect(readConfig({}, {}).publicUrl).toBeUndefined()
  })

  test.each([
    '192.0.2.1',
    '[2001:db8::1]',
    'localhost',
    '*.example.org',
    'https://photos.example.org',
    'photos.example.org:8443',
    'photos.example.org/a',
    'user@photos.example.org',
    'photos_a.example.org',
    Array.from({ length: 21 }, (_, number) => `a${number}.example.org`).join(','),
  ])('no certificate can be ordered for %p', (domain) => {
    expect(() => readConfig({ domain }, {})).toThrow(ConfigError)
  })

  test.each(['http://acme.example/dir', 'acme.example', 'https://a:b@acme.example/'])(
    'an authority is not at %p',
    (acme) => {
      expect(() => readConfig({ acme }, {})).toThrow(ConfigError)
    },
  )

  test('an error about a size names the unit that was probably forgotten', () => {
    expect(() => readConfig({ 'max-upload': '64' }, {})).toThrow(
      '--max-upload must be a size of at least 100kB, such as 64MiB; 64 is 64 bytes.',
    )
    expect(() => readConfig({}, { VITRINE_MAX_PIXELS: '100' })).toThrow(
      'VITRINE_MAX_PIXELS must be at least 1MP, such as 100MP; 100 is 100 pixels.',
    )
    expect(readConfig({ 'max-pixels': '1000000' }, {}).maxPixels).toBe(1e6)
  })

  test('the configuration reads pixels, addresses and lists', () => {
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

  test('the configuration reads addresses, ranges and names of trusted proxies', () => {
    const list =
      '10.0.0.0/8,192.0.2.7\t2001:DB8::/32 ::ffff:192.0.2.0/120, Private loopback 0.0.0.0/0'
    expect(readConfig({}, { VITRINE_TRUSTED_PROXIES: list }).trustedProxies).toEqual([
      ...['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::ffff:192.0.2.0/120'],
      ...['private', 'loopback', '0.0.0.0/0'],
    ])
    for (const [entry, problem] of [
      ['10.0.0.0/33', 'must end with a number of bits from 0 to 32'],
      ['fe80::/129', 'must end with a number of bits from 0 to 128'],
      ['10.0.0.0/-1', 'must end with a number of bits from 0 to 32'],
      ['10.0.0.0/', 'must end with a number of bits from 0 to 32'],
      ['10.0.0.0/8/8', 'is not an IP address'],
      ['10.0.0.1-10.0.0.9', 'is not an IP address'],
      ['10.0.0', 'is not an IP address'],
      ['*', 'is not an IP address'],
      ['proxy.example.org', 'is not an IP address'],
      ['constructor', 'is not an IP address'],
      ['fe80::1%eth0', 'is not an IP address'],
    ] as const) {
      expect(() => readConfig({ 'trusted-proxies': `::1, ${entry}` }, {})).toThrow(
        `--trusted-proxies must be a list of IP addresses and ranges; ${entry} ${problem}`,
      )
    }
  })

  test.each([
    'PASSWORD',
    'MEDIA_SECRET',
    'BACKUP_SECRET',
    'BACKUP_KEY',
    'SMTP_URL',
    'METRICS_TOKEN',
    'GOOGLE_CLIENT_SECRET',
  ])(
    'the configuration refuses a file without an end or a meaning for VITRINE_%s',
    async (name) => {
      const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
      const large = join(folder, 'large')
      await writeFile(large, 'x'.repeat(65_537))
      const cases = [
        [folder, 'names a folder instead of a file'],
        [large, 'names a file of more than 64 KiB'],
        [join(large, 'in'), 'names a file that cannot be read'],
        [join(folder, 'missing'), 'names a file that cannot be read'],
      ]
      if (process.platform !== 'win32') {
        const pipe = join(folder, 'pipe')
        Bun.spawnSync(['mkfifo', pipe])
        for (const path of ['/dev/zero', '/dev/urandom', '/dev/null', pipe]) {
          cases.push([path, 'names a device or a pipe instead of a file'])
        }
      }
      for (const [path, problem] of cases) {
        const read = () => readConfig({}, { [`VITRINE_${name}_FILE`]: path })
        expect(read).toThrow(ConfigError)
        expect(read).toThrow(`VITRINE_${name}_FILE ${problem}: ${path}`)
      }
      await rm(folder, { recursive: true })
    },
  )

  test('the configuration splits a variable of watched folders as PATH is split', () => {
    const { watch } = readConfig(
      {},
      { VITRINE_WATCH: ['/photos', '', '/more photos'].join(delimiter) },
    )
    expect(watch).toEqual([resolve('/photos'), resolve('/more photos')])
    expect(readConfig({}, {}).watch).toEqual([])
  })

  test.each([
    ['a line feed', 'with a space at the end \n', 'with a space at the end '],
    ['a carriage return too', ' with spaces around \r\n', ' with spaces around '],
    ['no line break', '\tindented password', '\tindented password'],
    ['an empty line', 'a password, two lines\n\n', 'a password, two lines\n'],
  ])(
    'the configuration removes only the final line break of a password file that ends with %s',
    async (_, text, password) => {
      const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
      const file = join(folder, 'password')
      await writeFile(file, text)
      expect(readConfig({}, { VITRINE_PASSWORD_FILE: file }).password).toBe(password)
      await rm(folder, { recursive: true })
    },
  )

  test('the configuration reads the password from a file, without its line break', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
    const file = join(folder, 'password')
    await writeFile(file, 'from the file, long\n')
    const environment = { VITRINE_PASSWORD_FILE: file, VITRINE_PASSWORD: '' }
    expect(readConfig({}, environment).password).toBe('from the file, long')
    await writeFile(file, 'short\n')
    expect(() => readConfig({}, environment)).toThrow('VITRINE_PASSWORD_FILE')
    await rm(folder, { recursive: true })
    expect(() => readConfig({}, environment)).toThrow('cannot be read')
  })

  test.each([
    'PASSWORD',
    'MEDIA_SECRET',
    'BACKUP_SECRET',
    'BACKUP_KEY',
    'SMTP_URL',
    'METRICS_TOKEN',
    'GOOGLE_CLIENT_SECRET',
  ])('the configuration refuses VITRINE_%s and its file together', (name) => {
    const environment = { [`VITRINE_${name}`]: 'one', [`VITRINE_${name}_FILE`]: '/other' }
    expect(() => readConfig({}, environment)).toThrow(
      `VITRINE_${name} and VITRINE_${name}_FILE are both set; remove one of them.`,
    )
  })

  test('an error names variables that are no settings, and what was probably meant', () => {
    const environment = {
      VITRINE_PUBLIC_UR: 'https://photos.example.org',
      VITRINE_COLOUR_OF_HAT: 'red',
      VITRINE_PASSWORD_FILE: '/run/secret',
      VITRINE_MEDIA_SECRET: 'x',
      VITRINE_DOMAIN: 'photos.example.org',
      VITRINE_SERVICE_PORT: '80',
      HOME: '/',
    }
    expect(unknownVariables(environment)).toEqual([
      'VITRINE_COLOUR_OF_HAT is not a setting of Vitrine and has no effect. See vitrine --help.',
      'VITRINE_PUBLIC_UR is not a setting of Vitrine and has no effect; did you mean VITRINE_PUBLIC_URL?',
    ])
  })

  test.each(['true', 'yes', '1', 'on', 'YES'])('the configuration reads %j as true', (word) => {
    expect(readConfig({ search: word }, {}).search).toBe(true)
    expect(readConfig({}, { VITRINE_SEARCH: word }).search).toBe(true)
  })

  test.each(['false', 'no', '0', 'off', ' Off '])('the configuration reads %j as false', (word) => {
    expect(readConfig({ search: word }, {}).search).toBe(false)
  })

  test.each(['', 'maybe', 'constructor', '2'])(
    'the configuration rejects %j as a boolean',
    (word) => {
      expect(() => readConfig({ search: word }, {})).toThrow('--search must be true or false')
    },
  )

  test('a CDN can keep pages for at most an hour', () => {
    expect(readConfig({ 'shared-pages': '3600' }, {}).sharedPages).toBe(3600)
    expect(readConfig({}, { VITRINE_SHARED_PAGES: '60' }).sharedPages).toBe(60)
    for (const text of ['3601', '-1', '1.5', '60s', '', 'never']) {
      expect(() => readConfig({ 'shared-pages': text }, {})).toThrow(
        '--shared-pages must be a number of seconds from 0 to 3600.',
      )
    }
  })
})

describe('mail', () => {
  const from = 'photos@example.org'
  const url = 'smtps://ann%40example.org:s3cret%2F@mail.example.org'

  test.each([
    url,
    'smtp://localhost:1025',
    'smtp://ann:s3cret@mail.example.org:587/?requireTLS=true',
    'smtp://[::1]:25',
  ])('the mail server can be %s, with a sender address', (smtpUrl) => {
    const environment = { VITRINE_SMTP_URL: smtpUrl, VITRINE_MAIL_FROM: from }
    expect(readConfig({}, environment)).toMatchObject({ smtpUrl, mailFrom: from })
    expect(readConfig({ 'smtp-url': smtpUrl, 'mail-from': from }, {})).toMatchObject({ smtpUrl })
  })

  test.each([
    'mail.example.org',
    'https://ann:s3cret@mail.example.org',
    'smtp:',
    'smtp://',
    'smtp://ann:s3cret/s3cret@mail.example.org',
    'smtp://ann:s3cret#s3cret@mail.example.org',
    'smtp://ann:s3cret@mail.example.org/inbox',
    'smtp://ann:s3cret@mail.example.org/?logger=true&debug=true',
    '',
  ])('the mail server cannot be %j, and the error does not repeat it', (smtpUrl) => {
    const read = () => readConfig({}, { VITRINE_SMTP_URL: smtpUrl, VITRINE_MAIL_FROM: from })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(
      /^VITRINE_SMTP_URL (must be an smtp:\/\/ or smtps:\/\/ URL|supports only the options)/,
    )
    expect(read).not.toThrow('s3cret')
  })

  test('the mail server requires --mail-from', () => {
    expect(() => readConfig({ 'smtp-url': url }, {})).toThrow('--mail-from')
    for (const address of ['', 'Ann', 'Ann <ann@example.org>', 'a@example.org, b@example.org']) {
      expect(() => readConfig({ 'mail-from': address }, {})).toThrow(
        '--mail-from must be an e-mail address',
      )
    }
    expect(readConfig({ 'mail-from': from }, {})).toMatchObject({ mailFrom: from })
  })

  test('the mail server can be read from a file, like every secret', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
    const file = join(folder, 'smtp-url')
    await writeFile(file, `${url}\n`)
    const environment = { VITRINE_SMTP_URL_FILE: file, VITRINE_MAIL_FROM: from }
    expect(readConfig({}, environment).smtpUrl).toBe(url)
    await writeFile(file, 'ftp://ann:s3cret@mail.example.org')
    expect(() => readConfig({}, environment)).toThrow(/^VITRINE_SMTP_URL_FILE must be/)
    await rm(folder, { recursive: true })
    expect(() => readConfig({}, environment)).toThrow('VITRINE_SMTP_URL_FILE names a file')
  })
})

describe('logs and metrics', () => {
  const token = 'a-token-of-thirty-two-characters'

  test('the log format and the metrics token can be set by flag and variable', () => {
    expect(readConfig({ log: 'json' }, { VITRINE_LOG: 'text' }).log).toBe('json')
    expect(readConfig({}, { VITRINE_LOG: 'json' }).log).toBe('json')
    for (const log of ['', 'JSON', 'xml']) {
      expect(() => readConfig({ log }, {})).toThrow('--log must be text or json.')
    }
  })

  test('the metrics token must be long enough, can be in a file and is never repeated', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
    const file = join(folder, 'token')
    await writeFile(file, `${token}\n`)
    expect(readConfig({}, { VITRINE_METRICS_TOKEN_FILE: file }).metricsToken).toBe(token)
    await rm(folder, { recursive: true })
    expect(readConfig({ 'metrics-token': token }, {}).metricsToken).toBe(token)
    expect(readConfig({}, { VITRINE_METRICS_TOKEN: 'x'.repeat(16) }).metricsToken).toHaveLength(16)
    for (const short of ['', 'x'.repeat(15), `${token} x`, `${token}é`, 'x'.repeat(501)]) {
      const read = () => readConfig({ 'metrics-token': short }, {})
      expect(read).toThrow(
        /^--metrics-token must have 16 to 500 letters, digits or punctuation marks/,
      )
      if (short !== '') expect(read).not.toThrow(short)
    }
  })
})

describe('backups', () => {
  const access = { 'backup-key-id': 'KEY' }
  const environment = { VITRINE_BACKUP_SECRET: 'the-secret-of-the-key' }

  test('backups are made in folders and buckets, from flags or a variable like PATH', () => {
    const given = {
      VITRINE_BACKUP: '/mnt/one:s3://backups/gallery/:/mnt/two:s3://other',
      ...environment,
    }
    const places = ['/mnt/one', 's3://backups/gallery', '/mnt/two', 's3://other']
    expect(readConfig(access, given).backup).toEqual(places)
    const flags = { ...access, backup: ['s3://other', '/a:b', '/mnt/two', ''].join('\0') }
    expect(readConfig(flags, environment).backup).toEqual(['s3://other', '/a:b', '/mnt/two'])
    expect(readConfig({ backup: '/mnt/one' }, {}).backup).toEqual(['/mnt/one'])
  })

  test.each([
    [{ backup: 's3://backups' }, {}, '--backup-key-id (VITRINE_BACKUP_KEY_ID) is required'],
    [
      { backup: 's3://backups', ...access },
      {},
      'VITRINE_BACKUP_SECRET or VITRINE_BACKUP_SECRET_FILE',
    ],
    [{ backup: 's3:backups', ...access }, environment, '--backup must be a folder, or a bucket'],
    [{ backup: 'S3://Backups', ...access }, environment, '--backup must be a folder, or a bucket'],
  ])('backups with %p are refused in words', (flags, variables, message) => {
    expect(() => readConfig(flags, variables)).toThrow(message)
  })

  test('a bucket for backups must be outside the place of the photos', () => {
    const media = { bucket: 'photos', prefix: 'gallery' }
    const problem = (bucket: string, places = {}) => placeProblem({ media, ...places }, bucket)
    for (const bucket of ['s3://photos', 's3://photos/gallery', 's3://photos/gallery/backup']) {
      expect(problem(bucket)).toContain('must not be in the place of the photos')
    }
    expect(problem('s3://photos/gallery-backup')).toBeUndefined()
    expect(problem('s3://backups/gallery')).toBeUndefined()
    const elsewhere = { backupEndpoint: 'https://s3.example.org' }
    expect(problem('s3://photos/gallery', elsewhere)).toBeUndefined()
  })
})

describe('object storage', () => {
  const flags = { media: 's3://photos/gallery', 'media-key-id': 'KEY' }
  const secret = 'the-secret-of-the-key'
  const environment = { VITRINE_MEDIA_SECRET: secret }

  test('the bucket can be set by flags and variables, with its secret in a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
    const file = join(folder, 'secret')
    await writeFile(file, `${secret}\n`)
    const variables = {
      VITRINE_MEDIA: 's3://photos/gallery',
      VITRINE_MEDIA_ENDPOINT: 'https://S3.example.org/',
      VITRINE_MEDIA_REGION: 'eu-central-1',
      VITRINE_MEDIA_KEY_ID: 'KEY',
      VITRINE_MEDIA_CACHE: '5GiB',
      VITRINE_MEDIA_SECRET_FILE: file,
    }
    expect(readConfig({}, variables)).toMatchObject({
      media: { bucket: 'photos', prefix: 'gallery' },
      mediaEndpoint: 'https://s3.example.org',
      mediaRegion: 'eu-central-1',
      mediaKeyId: 'KEY',
      mediaCache: 5 * 2 ** 30,
      mediaSecret: secret,
    })
    await rm(folder, { recursive: true })
    expect(() => readConfig({}, variables)).toThrow('VITRINE_MEDIA_SECRET_FILE names a file')
    expect(readConfig(flags, environment).mediaSecret).toBe(secret)
  })

  test.each([
    [{ media: 'photos' }, '--media must be a bucket with or without a prefix'],
    [{ media: 's3://Photos' }, '--media must be a bucket with or without a prefix'],
    [{ 'media-endpoint': 's3.example.org' }, '--media-endpoint must be a URL without a path'],
    [{ 'media-endpoint': 'https://s3.example.org/x' }, '--media-endpoint must be a URL without'],
    [{ 'media-endpoint': 'ftp://s3.example.org' }, '--media-endpoint must be a URL without a path'],
    [{ 'media-endpoint': 'http://s3.example.org' }, '--media-endpoint must start with https://'],
    [{ 'media-endpoint': 'http://8.8.8.8' }, '--media-endpoint must start with https://'],
    [{ 'media-endpoint': 'http://[2001:db8::1]' }, '--media-endpoint must start with https://'],
    [{ 'media-region': 'a region' }, '--media-region must be a region'],
    [{ 'media-key-id': 'two words' }, '--media-key-id must be the ID of an access key'],
    [{ 'media-key-id': undefined }, '--media-key-id (VITRINE_MEDIA_KEY_ID) is required'],
    [{ 'media-cache': 'much' }, '--media-cache must be a size'],
    [{ media: undefined }, '--media-key-id (VITRINE_MEDIA_KEY_ID) needs a bucket'],
    [
      { media: undefined, 'media-endpoint': 'https://s3.example.org' },
      '--media-endpoint (VITRINE_MEDIA_ENDPOINT) needs a bucket',
    ],
  ])('the bucket cannot be %j', (changes, message) => {
    const read = () => readConfig({ ...flags, ...changes }, environment)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(message)
    expect(read).not.toThrow(secret)
  })

  test('the bucket may be reached without encryption only on this computer or in a private network', () => {
    for (const host of [
      '127.0.0.1:7480',
      'localhost:9000',
      'minio:9000',
      '192.168.1.5',
      '10.0.0.1',
      '172.16.0.1',
      '[::1]:80',
      '[fd00::1]',
      'nas.local',
    ]) {
      const endpoint = `http://${host}`
      const read = readConfig({ ...flags, 'media-endpoint': endpoint }, environment)
      expect(read.mediaEndpoint).toBe(new URL(endpoint).origin)
    }
  })

  test('the bucket needs a secret, and no session token of another program', () => {
    expect(() => readConfig(flags, {})).toThrow(
      'VITRINE_MEDIA_SECRET or VITRINE_MEDIA_SECRET_FILE is required',
    )
    expect(() => readConfig(flags, { VITRINE_MEDIA_SECRET: ' ' })).toThrow('is required')
    for (const name of ['AWS_SESSION_TOKEN', 'S3_SESSION_TOKEN']) {
      expect(() => readConfig(flags, { ...environment, [name]: 'token' })).toThrow(
        `${name} must not be set when photos are kept in a bucket.`,
      )
      expect(readConfig({}, { [name]: 'token' }).media).toBeUndefined()
    }
  })
})

describe('arguments', () => {
  test.each([
    ['improt photos', 'Unknown command "improt"; did you mean import? See vitrine --help.'],
    ['hlep', 'Unknown command "hlep"; did you mean help? See vitrine --help.'],
    ['dance', 'Unknown command "dance"; see vitrine --help.'],
    ['serve photos', 'serve does not accept photos; see vitrine --help.'],
    ['password --album A', 'password does not accept --album; see vitrine --help.'],
    ['--prot 80', 'Unknown option --prot; did you mean --port? See vitrine --help.'],
    ['--prot=80', 'Unknown option --prot; did you mean --port? See vitrine --help.'],
    ['-v', 'Unknown option -v; see vitrine --help.'],
    ['--constructor', 'Unknown option --constructor; see vitrine --help.'],
    ['--no-search', 'Unknown option --no-search; see vitrine --help.'],
    ['check --sample', '--sample needs a value: --sample 5%'],
    ['check --sample --deep', '--sample needs a value: --sample 5%'],
    ['check --sample=', '--sample needs a value: --sample 5%'],
    [
      'check --sample -5',
      '--sample must be a percentage of the photos, such as --sample 5%; not "-5".',
    ],
    [
      'check --sample 0.05',
      '--sample must be a percentage of the photos, such as --sample 5%; not "0.05".',
    ],
    ['check --deep=1', '--deep takes no value: write just --deep.'],
    ['check --data', '--data needs a value: --data ./data'],
    [
      'backup x --keep -1',
      '--keep must be a number of snapshots, at least 1, such as --keep 30; not "-1".',
    ],
    ['backup x --keep 3 --keep 4', '--keep was given twice: "3" and "4".'],
    ['restore x --at -h', '--at needs a value: --at 2026-11-22T03-30-00Z'],
    ['import x --album', '--album needs a value: --album Iceland'],
    ['import x --album A --album B', '--album was given twice: "A" and "B".'],
    ['--port --host ::1', '--port needs a value: --port 4380'],
    ['--port 80 --port -1', '--port must be a port number from 0 to 65535.'],
    ['--smtp-url', '--smtp-url needs a value: --smtp-url URL'],
  ])('the command line refuses %p', async (words, message) => {
    const program = Bun.spawn([process.execPath, resolve('src/main.ts'), ...words.split(' ')], {
      stderr: 'pipe',
    })
    expect(await new Response(program.stderr).text()).toBe(`vitrine: ${message}\n`)
    expect(await program.exited).toBe(2)
  })

  test('the command line prints the help for a word and for two flags', async () => {
    for (const words of [['help'], ['-h'], ['import', '--help']]) {
      const program = Bun.spawn([process.execPath, resolve('src/main.ts'), ...words])
      expect(await new Response(program.stdout).text()).toContain('Usage: vitrine')
      expect(await program.exited).toBe(0)
    }
  })
})
