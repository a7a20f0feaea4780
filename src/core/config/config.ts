import { ownValue } from '../../contract/own-value.ts'
import { passwordMaxLength, passwordMinLength } from '../../contract/people/passwords.ts'
import { logFormats } from '../log.ts'
import { backupProblem, backupSettings } from './config-backup.ts'
import { addressOf, certificateProblem, certificateSettings } from './config-certificates.ts'
import { ConfigError } from './config-error.ts'
import { googleSettings } from './config-google.ts'
import { mediaProblem, mediaSettings } from './config-media.ts'
import { type Environment, readSecret } from './config-secrets.ts'
import {
  absolutePath,
  addressList,
  bearerToken,
  byteCount,
  folderList,
  mailAddress,
  oneOf,
  pixelCount,
  publicUrl,
  type Reader,
  seconds,
  smtpUrl,
  ValueProblem,
  wholeNumber,
  yesOrNo,
} from './config-values.ts'

const address: Reader<string> = (text) => {
  if (text === '') throw new ValueProblem('must be an address')
  return text
}

const settings = {
  data: {
    flag: 'data',
    value: 'FOLDER',
    fallback: './data',
    help: 'the data folder: database, photos, keys',
    read: absolutePath('must be a folder name'),
  },
  secretKeyFile: {
    flag: 'secret-key-file',
    value: 'FILE',
    fallback: undefined,
    help: 'an existing file with the secret key (default: secret.key in the data folder)',
    read: absolutePath('must be a file name'),
  },
  host: {
    flag: 'host',
    value: 'ADDRESS',
    fallback: '127.0.0.1',
    help: 'the address to listen on',
    read: address,
  },
  port: {
    flag: 'port',
    value: 'NUMBER',
    fallback: '4380',
    help: 'the port to listen on; 0 picks a free one',
    read: wholeNumber(65_535, 'must be a port number from 0 to 65535'),
  },
  publicUrl: {
    flag: 'public-url',
    value: 'URL',
    fallback: undefined,
    help: 'the address that visitors use (default: http://localhost:{port})',
    read: publicUrl,
  },
  trustedProxies: {
    flag: 'trusted-proxies',
    value: 'ADDRESSES',
    fallback: '',
    help: 'IP addresses and ranges (10.0.0.0/8, loopback, private), separated by commas, of proxies whose X-Forwarded-For is trusted (default: none)',
    read: addressList,
  },
  ...certificateSettings,
  ...googleSettings,
  smtpUrl: {
    flag: 'smtp-url',
    value: 'URL',
    fallback: undefined,
    help: 'the mail server (default: none; e-mail is written to outbox/)',
    read: smtpUrl,
    isSecret: true,
  },
  mailFrom: {
    flag: 'mail-from',
    value: 'ADDRESS',
    fallback: undefined,
    help: "the sender's address; required with --smtp-url",
    read: mailAddress,
  },
  maxUpload: {
    flag: 'max-upload',
    value: 'SIZE',
    fallback: '64MiB',
    help: 'maximum size of an uploaded file, with a unit',
    read: byteCount,
  },
  maxPixels: {
    flag: 'max-pixels',
    value: 'PIXELS',
    fallback: '100MP',
    help: 'maximum photo size in pixels, with the unit MP',
    read: pixelCount,
  },
  log: {
    flag: 'log',
    value: 'FORMAT',
    fallback: 'text',
    help: 'text, or json: one JSON object a line, and one line for each request',
    read: oneOf(logFormats),
  },
  metricsToken: {
    flag: 'metrics-token',
    value: 'TOKEN',
    fallback: undefined,
    help: 'opens /api/metrics to Prometheus (default: none; the address does not exist)',
    read: bearerToken,
    isSecret: true,
  },
  sharedPages: {
    flag: 'shared-pages',
    value: 'SECONDS',
    fallback: '0',
    help: 'how long a CDN may keep pages of visitors who are not signed in, at most 3600',
    read: seconds(3600),
  },
  ...mediaSettings,
  watch: {
    flag: 'watch',
    value: 'FOLDER',
    fallback: '',
    help: 'a folder whose photos stay in sync; several times for several (in the variable, as in PATH)',
    read: folderList,
    isList: true,
  },
  ...backupSettings,
  volumeWarning: {
    flag: 'volume-warning',
    value: 'BOOLEAN',
    fallback: 'true',
    help: 'whether to warn if the data folder would be lost with its container',
    read: yesOrNo,
  },
  search: {
    flag: 'search',
    value: 'BOOLEAN',
    fallback: 'true',
    help: 'whether the gallery can be searched',
    read: yesOrNo,
  },
} as const

type Settings = typeof settings

/** All settings, validated. Sizes are in bytes, maxPixels in pixels. */
export type Config = {
  readonly [K in keyof Settings]:
    | ReturnType<Settings[K]['read']>
    | (Settings[K]['fallback'] extends undefined ? undefined : never)
} & {
  /** From VITRINE_PASSWORD or VITRINE_PASSWORD_FILE. */
  readonly password: string | undefined
  /** From VITRINE_MEDIA_SECRET or VITRINE_MEDIA_SECRET_FILE. */
  readonly mediaSecret: string | undefined
  /** From VITRINE_BACKUP_SECRET or VITRINE_BACKUP_SECRET_FILE. */
  readonly backupSecret: string | undefined
  /** From VITRINE_BACKUP_KEY or VITRINE_BACKUP_KEY_FILE. */
  readonly backupKey: string | undefined
}

type Flags = Readonly<Record<string, string | boolean | undefined>>
type Setting = Settings[keyof Settings]

const variableOf = (setting: Setting) =>
  `VITRINE_${setting.flag.toUpperCase().replaceAll('-', '_')}`

/** Every secret can be read from a file instead, as container hosts provide it. */
const fileVariableOf = (setting: Setting) =>
  'isSecret' in setting ? `${variableOf(setting)}_FILE` : undefined

/** Flags that can be given several times. */
export const listFlags: readonly string[] = Object.values(settings)
  .filter((setting) => 'isList' in setting)
  .map(({ flag }) => flag)

/** Each flag with an example value: its default or a placeholder. */
export const configFlags: Record<string, { value: string }> = Object.fromEntries(
  Object.values(settings).map(({ flag, fallback, value }) => [flag, { value: fallback || value }]),
)

const variablesOf = (setting: Setting) =>
  [variableOf(setting), fileVariableOf(setting) ?? []].flat()

/**
 * A setting. `fallback` is its default; a default that depends on others is described in `help`.
 */
type Option = {
  readonly flag?: string
  readonly value?: string
  readonly variables: readonly string[]
  readonly fallback?: string | undefined
  readonly help: string
}

/** Secrets without a flag, which other users of the machine could read. */
const hidden: Option[] = [
  { variable: 'VITRINE_MEDIA_SECRET', help: 'the secret of the access key; required with --media' },
  {
    variable: 'VITRINE_BACKUP_SECRET',
    help: 'the secret of the access key; required for backups in buckets',
  },
  {
    variable: 'VITRINE_BACKUP_KEY',
    help: 'the key of encrypted backups in buckets (default: backup.key in the data folder)',
  },
  {
    variable: 'VITRINE_PASSWORD',
    help: "the owner's password (default: set with the setup link)",
  },
].map(({ variable, help }) => ({ variables: [variable, `${variable}_FILE`], help }))

/** Listed by --help and docs/configuration.md, in this order. */
export const configOptions: readonly Option[] = [
  ...Object.values(settings).map((setting) => ({ ...setting, variables: variablesOf(setting) })),
  ...hidden,
]

/** The names of all environment variables that are settings. */
export const configVariables: readonly string[] = configOptions.flatMap(
  ({ variables }) => variables,
)

export function configHelp(): string {
  return configOptions
    .map(({ flag, value, variables, fallback, help }) => {
      const name = flag ? `--${flag} ${value}` : '(no flag)'
      const note = fallback ? ` (default: ${fallback})` : ''
      return `  ${name.padEnd(31)} ${help}${note}\n  ${''.padEnd(31)} ${variables.join(', ')}`
    })
    .join('\n')
}

/**
 * Flags take precedence over variables, variables over defaults.
 * @throws ConfigError with one line that names the flag or variable and what it must be, never its
 * value.
 */
export function readConfig(flags: Flags, environment: Environment): Config {
  const read = (setting: Setting) => readSetting(setting, flags, environment)
  const config: Record<string, unknown> = Object.fromEntries(
    Object.entries(settings).map(([key, setting]) => [key, read(setting)]),
  )
  if (config.smtpUrl && !config.mailFrom) {
    throw new ConfigError('--mail-from (VITRINE_MAIL_FROM) is required when a mail server is set.')
  }
  const secretIn = (variable: string) => readSecret(variable, environment).text?.trim() || undefined
  config.mediaSecret = secretIn('VITRINE_MEDIA_SECRET')
  config.backupSecret = secretIn('VITRINE_BACKUP_SECRET')
  config.backupKey = secretIn('VITRINE_BACKUP_KEY')
  const addresses = { domain: config.domain as string[], publicUrl: config.publicUrl as string }
  const problem =
    mediaProblem(config, environment) ?? backupProblem(config) ?? certificateProblem(addresses)
  if (problem) throw new ConfigError(problem)
  config.publicUrl = addressOf(addresses)
  return { ...(config as Omit<Config, 'password'>), password: readPassword(environment) }
}

export const dataFolder = (flags: Flags, environment: Environment): string =>
  readSetting(settings.data, flags, environment) as string

function readSetting(setting: Setting, flags: Flags, environment: Environment): unknown {
  const flag = flags[setting.flag]
  const isFlag = typeof flag === 'string'
  const isSecret = 'isSecret' in setting && !isFlag
  const plain = { name: variableOf(setting), text: ownValue(environment, variableOf(setting)) }
  const given = isSecret ? readSecret(plain.name, environment) : plain
  const value = given.name === plain.name ? given.text : given.text?.trim()
  const text = isFlag ? flag : (value ?? setting.fallback)
  if (text === undefined) return undefined
  try {
    return setting.read(text)
  } catch (error) {
    if (!(error instanceof ValueProblem)) throw error
    throw new ConfigError(`${isFlag ? `--${setting.flag}` : given.name} ${error.message}.`)
  }
}

function readPassword(environment: Environment): string | undefined {
  const { name, text: password } = readSecret('VITRINE_PASSWORD', environment)
  if (!password) return undefined
  if (password.length < passwordMinLength || password.length > passwordMaxLength) {
    throw new ConfigError(
      `${name} must contain a password of ${passwordMinLength} to ${passwordMaxLength} characters.`,
    )
  }
  return password
}
