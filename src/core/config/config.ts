import * as z from 'zod'
import { ownValue } from '../../contract/own-value.ts'
import { passwordMaxLength, passwordMinLength } from '../../contract/people/passwords.ts'
import { logFormats } from '../log.ts'
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
  pixelCount,
  publicUrl,
  seconds,
  smtpUrl,
  yesOrNo,
} from './config-values.ts'

const settings = {
  data: {
    flag: 'data',
    value: 'FOLDER',
    fallback: './data',
    help: 'the data folder: database, photos, keys',
    schema: absolutePath('must be a folder name'),
  },
  secretKeyFile: {
    flag: 'secret-key-file',
    value: 'FILE',
    fallback: undefined,
    help: 'an existing file with the secret key (default: secret.key in the data folder)',
    schema: absolutePath('must be a file name').optional(),
  },
  host: {
    flag: 'host',
    value: 'ADDRESS',
    fallback: '127.0.0.1',
    help: 'the address to listen on',
    schema: z.string().min(1, 'must be an address'),
  },
  port: {
    flag: 'port',
    value: 'NUMBER',
    fallback: '4380',
    help: 'the port to listen on; 0 picks a free one',
    schema: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be a port number from 0 to 65535'),
  },
  publicUrl: {
    flag: 'public-url',
    value: 'URL',
    fallback: undefined,
    help: 'the address that visitors use (default: http://localhost:{port})',
    schema: publicUrl.optional(),
  },
  trustedProxies: {
    flag: 'trusted-proxies',
    value: 'ADDRESSES',
    fallback: '',
    help: 'IP addresses and ranges (10.0.0.0/8, loopback, private), separated by commas, of proxies whose X-Forwarded-For is trusted (default: none)',
    schema: addressList,
  },
  ...googleSettings,
  smtpUrl: {
    flag: 'smtp-url',
    value: 'URL',
    fallback: undefined,
    help: 'the mail server (default: none; e-mail is written to outbox/)',
    schema: smtpUrl.optional(),
    isSecret: true,
  },
  mailFrom: {
    flag: 'mail-from',
    value: 'ADDRESS',
    fallback: undefined,
    help: "the sender's address; required with --smtp-url",
    schema: mailAddress.optional(),
  },
  maxUpload: {
    flag: 'max-upload',
    value: 'SIZE',
    fallback: '64MiB',
    help: 'maximum size of an uploaded file, with a unit',
    schema: byteCount,
  },
  maxPixels: {
    flag: 'max-pixels',
    value: 'PIXELS',
    fallback: '100MP',
    help: 'maximum photo size in pixels, with the unit MP',
    schema: pixelCount,
  },
  log: {
    flag: 'log',
    value: 'FORMAT',
    fallback: 'text',
    help: 'text, or json: one JSON object a line, and one line for each request',
    schema: z.enum(logFormats, { error: 'must be text or json' }),
  },
  metricsToken: {
    flag: 'metrics-token',
    value: 'TOKEN',
    fallback: undefined,
    help: 'opens /api/metrics to Prometheus (default: none; the address does not exist)',
    schema: bearerToken.optional(),
    isSecret: true,
  },
  sharedPages: {
    flag: 'shared-pages',
    value: 'SECONDS',
    fallback: '0',
    help: 'how long a CDN may keep pages of visitors who are not signed in, at most 3600',
    schema: seconds(3600),
  },
  ...mediaSettings,
  watch: {
    flag: 'watch',
    value: 'FOLDER',
    fallback: '',
    help: 'a folder whose photos stay in sync; several times for several (in the variable, as in PATH)',
    schema: folderList,
    isList: true,
  },
  volumeWarning: {
    flag: 'volume-warning',
    value: 'BOOLEAN',
    fallback: 'true',
    help: 'whether to warn if the data folder would be lost with its container',
    schema: yesOrNo,
  },
  search: {
    flag: 'search',
    value: 'BOOLEAN',
    fallback: 'true',
    help: 'whether the gallery can be searched',
    schema: yesOrNo,
  },
} as const

/** All settings, validated. Sizes are in bytes, maxPixels in pixels. */
export type Config = {
  readonly [K in keyof typeof settings]: z.infer<(typeof settings)[K]['schema']>
} & {
  /** From VITRINE_PASSWORD or VITRINE_PASSWORD_FILE. */
  readonly password: string | undefined
  /** From VITRINE_MEDIA_SECRET or VITRINE_MEDIA_SECRET_FILE. */
  readonly mediaSecret: string | undefined
}

type Flags = Readonly<Record<string, string | boolean | undefined>>
type Setting = (typeof settings)[keyof typeof settings]

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
  config.mediaSecret = readSecret('VITRINE_MEDIA_SECRET', environment).text?.trim() || undefined
  const problem = mediaProblem(config, environment)
  if (problem) throw new ConfigError(problem)
  return { ...(config as Omit<Config, 'password'>), password: readPassword(environment) }
}

export const dataFolder = (flags: Flags, environment: Environment): string =>
  readSetting(settings.data, flags, environment) as string

function readSetting(setting: Setting, flags: Flags, environment: Environment): unknown {
  const flag = flags[setting.flag]
  const isFlag = typeof flag === 'string'
  const isSecret = 'isSecret' in setting && !isFlag
  const plain = { name: variableOf(setting), text: ownValue(environment, variableOf(setting)) }
  const said = isSecret ? readSecret(plain.name, environment) : plain
  const value = said.name === plain.name ? said.text : said.text?.trim()
  const parsed = setting.schema.safeParse(isFlag ? flag : (value ?? setting.fallback))
  if (parsed.success) return parsed.data
  const name = isFlag ? `--${setting.flag}` : said.name
  throw new ConfigError(`${name} ${parsed.error.issues[0]?.message ?? 'is not valid'}.`)
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
