import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { passwordMaxLength, passwordMinLength } from './contract/vocabulary.ts'

/** A wrong flag or variable: the command line prints the message and ends with code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const units: Record<string, number> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
}

const byteCount = z.string().transform((text, context) => {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]?i?b?)$/i.exec(text.trim())
  const unit = match && units[match[2]!.toUpperCase()]
  const bytes = match && unit ? Math.floor(Number(match[1]) * unit) : 0
  if (bytes < 1) {
    context.addIssue('must be a size such as 64MiB')
    return z.NEVER
  }
  return bytes
})

const pixelCount = z.string().transform((text, context) => {
  const match = /^(\d+(?:\.\d+)?)\s*(mp)?$/i.exec(text.trim())
  const pixels = match ? Math.floor(Number(match[1]) * (match[2] ? 1e6 : 1)) : 0
  if (pixels < 1) {
    context.addIssue('must be a number of pixels such as 100MP')
    return z.NEVER
  }
  return pixels
})

const publicUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username ||
    url.password
  ) {
    context.addIssue('must be an address without a path, such as https://photos.example.org')
    return z.NEVER
  }
  return url.origin
})

const settings = {
  data: {
    flag: 'data',
    value: 'FOLDER',
    fallback: './data',
    help: 'the data folder: database, photos, keys',
    schema: z
      .string()
      .min(1, 'must name a folder')
      .transform((path) => resolve(path)),
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
    help: 'the port to listen on; 0 takes a free one',
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
    help: 'the address visitors use (default: http://localhost:{port})',
    schema: publicUrl.optional(),
  },
  trustedProxies: {
    flag: 'trusted-proxies',
    value: 'ADDRESSES',
    fallback: '',
    help: 'comma separated; X-Forwarded-* is read from these alone (default: none)',
    schema: z
      .string()
      .transform((list) =>
        list
          .split(',')
          .map((address) => address.trim())
          .filter((address) => address !== ''),
      )
      .refine((list) => list.every((address) => isIP(address) > 0), 'must be IP addresses'),
  },
  maxUpload: {
    flag: 'max-upload',
    value: 'SIZE',
    fallback: '64MiB',
    help: 'the largest photo file taken in',
    schema: byteCount,
  },
  maxPixels: {
    flag: 'max-pixels',
    value: 'PIXELS',
    fallback: '100MP',
    help: 'the largest photo taken in, in pixels',
    schema: pixelCount,
  },
} as const

/** Everything the program can be told from outside, checked. Sizes are bytes, maxPixels pixels. */
export type Config = {
  readonly [K in keyof typeof settings]: z.infer<(typeof settings)[K]['schema']>
} & {
  /** From VITRINE_PASSWORD or VITRINE_PASSWORD_FILE. */
  readonly password: string | undefined
}

type Setting = (typeof settings)[keyof typeof settings]

const variableOf = (setting: Setting) =>
  `VITRINE_${setting.flag.toUpperCase().replaceAll('-', '_')}`

/** The flags for node:util's parseArgs. */
export const configFlags: Record<string, { type: 'string' }> = Object.fromEntries(
  Object.values(settings).map((setting) => [setting.flag, { type: 'string' as const }]),
)

/** The lines of --help about flags and variables. */
export function configHelp(): string {
  const lines = Object.values(settings).map((setting) => {
    const fallback = setting.fallback ? ` (default: ${setting.fallback})` : ''
    return `  ${`--${setting.flag} ${setting.value}`.padEnd(31)} ${setting.help}${fallback}\n  ${''.padEnd(31)} ${variableOf(setting)}`
  })
  lines.push(
    `  ${'(no flag)'.padEnd(31)} the owner's password (default: the first-start link)\n  ${''.padEnd(31)} VITRINE_PASSWORD, VITRINE_PASSWORD_FILE`,
  )
  return lines.join('\n')
}

/**
 * Flags win over variables, variables over defaults.
 * @throws ConfigError with one line that names the flag or variable and what it must be.
 */
export function readConfig(
  flags: Record<string, string | boolean | undefined>,
  environment: Record<string, string | undefined>,
): Config {
  const config: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(settings)) {
    const flag = flags[setting.flag]
    const variable = variableOf(setting)
    const text = typeof flag === 'string' ? flag : (environment[variable] ?? setting.fallback)
    const parsed = setting.schema.safeParse(text)
    if (!parsed.success) {
      const name = typeof flag === 'string' ? `--${setting.flag}` : variable
      throw new ConfigError(`${name} ${parsed.error.issues[0]?.message ?? 'is not usable'}.`)
    }
    config[key] = parsed.data
  }
  return { ...(config as Omit<Config, 'password'>), password: readPassword(environment) }
}

function readPassword(environment: Record<string, string | undefined>): string | undefined {
  const file = environment.VITRINE_PASSWORD_FILE
  const name = file ? 'VITRINE_PASSWORD_FILE' : 'VITRINE_PASSWORD'
  const password = file ? readSecretFile(name, file) : environment.VITRINE_PASSWORD
  if (!password) return undefined
  if (password.length < passwordMinLength || password.length > passwordMaxLength) {
    throw new ConfigError(
      `${name} must hold a password of ${passwordMinLength} to ${passwordMaxLength} characters.`,
    )
  }
  return password
}

function readSecretFile(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new ConfigError(`${variable} names a file that cannot be read: ${path}`)
  }
}
