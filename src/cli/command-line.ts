import { parseArgs } from 'node:util'
import { closestName } from '../core/config/closest-name.ts'
import { configFlags, listFlags } from '../core/config/config.ts'
import { ConfigError } from '../core/config/config-error.ts'
import { endOfValue } from '../core/config/config-values.ts'

/** `value` is an example or a placeholder; without one, the flag takes none. */
type Flag = { readonly value?: string }
type Values = Readonly<Record<string, string | boolean | undefined>>

/** Each command's own flags; all accept those of the configuration too. */
export const commandFlags = {
  serve: {},
  import: { album: { value: 'Iceland' }, photostream: {}, 'on-match': { value: 'replace' } },
  export: {},
  backup: {
    keep: { value: '30' },
    verify: {},
    'include-secret': {},
    'new-target': {},
    drill: {},
  },
  restore: { at: { value: '2026-11-22T03-30-00Z' }, 'take-over': {} },
  check: {
    deep: {},
    sample: { value: '5%' },
    repair: {},
    from: { value: '/mnt/backup/photos' },
    database: {},
  },
  rollback: { 'discard-changes': {} },
  media: { to: { value: 'bucket' }, 'dry-run': {} },
  password: {},
  health: {},
  version: {},
} as const satisfies Record<string, Record<string, Flag>>

type Command = keyof typeof commandFlags

/** Commands that are followed by files or folders. */
const takingPaths: readonly Command[] = ['import', 'export', 'backup', 'restore', 'media']

const flags = new Map<string, Flag>([
  ...Object.entries(configFlags),
  ...Object.values(commandFlags).flatMap((own) => Object.entries<Flag>(own)),
  ['help', {}],
  ['version', {}],
])

export type CommandLine = {
  readonly command: Command
  readonly paths: string[]
  readonly isHelpWanted: boolean
  readonly flags: Values
}

/** @throws ConfigError for an unknown command, or a flag that it does not accept. */
export function parseCommandLine(): CommandLine {
  const { values, positionals } = parse(process.argv.slice(2))
  const [word = 'serve', ...paths] = positionals
  const isHelpWanted = values.help === true || word === 'help'
  const names = Object.keys(commandFlags) as Command[]
  const command = names.find((name) => name === word)
  if (!command && !isHelpWanted) {
    throw new ConfigError(
      `Unknown command "${word}"${meant(closestName(word, [...names, 'help']))}`,
    )
  }
  if (!command || isHelpWanted) return { command: 'serve', paths, isHelpWanted, flags: values }
  const others = names.flatMap((name) => (name === command ? [] : Object.keys(commandFlags[name])))
  const flag = others.find(
    (name) => Object.hasOwn(values, name) && !Object.hasOwn(commandFlags[command], name),
  )
  const extra = (takingPaths.includes(command) ? undefined : paths[0]) ?? (flag && `--${flag}`)
  if (extra) throw new ConfigError(`${command} does not accept ${extra}; see vitrine --help.`)
  // An unset variable of a script would otherwise mean the present folder.
  if (paths.includes('')) {
    throw new ConfigError(`${command} needs a path, but one of its arguments is empty.`)
  }
  return {
    command: values.version ? 'version' : command,
    paths,
    isHelpWanted,
    flags: values,
  }
}

/** parseArgs only splits the words: its own errors would speak of ambiguous arguments. */
function parse(words: string[]): { values: Values; positionals: string[] } {
  const { tokens, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      [...flags].map(([name, { value }]) => [
        name,
        {
          type: value === undefined ? 'boolean' : 'string',
          ...(name === 'help' && { short: 'h' }),
        },
      ]),
    ),
  })
  const values = new Map<string, string | boolean>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    values.set(token.name, readOption(token, values.get(token.name)))
  }
  return { values: Object.fromEntries(values), positionals }
}

type Option = {
  readonly name: string
  /** With its hyphens. */
  readonly rawName: string
  readonly value?: string | undefined
  /** Whether the value follows an equals sign. */
  readonly inlineValue?: boolean | undefined
}

/**
 * The option's value together with its earlier one, if it was given before.
 * @throws ConfigError
 */
function readOption(option: Option, earlier: string | boolean | undefined): string | true {
  const { name, rawName, value, inlineValue } = option
  const flag = requireFlag(option)
  if (flag.value === undefined) {
    if (value === undefined) return true
    throw new ConfigError(`${rawName} takes no value: write just ${rawName}.`)
  }
  const isOwn = !Object.hasOwn(configFlags, name)
  const isMissing = value === undefined || (!inlineValue && isFlag(value))
  if (isMissing || (isOwn && value.trim() === '')) {
    throw new ConfigError(`${rawName} needs a value: ${rawName} ${flag.value}`)
  }
  // Of a setting the last one counts, so that a script can put its own defaults first.
  if (isOwn && earlier !== undefined && earlier !== value) {
    throw new ConfigError(`${rawName} was given twice: "${earlier}" and "${value}".`)
  }
  return listFlags.includes(name) ? `${earlier ?? ''}${value}${endOfValue}` : value
}

function requireFlag({ name, rawName }: Option): Flag {
  const flag = flags.get(name)
  if (flag) return flag
  const close = closestName(name, [...flags.keys()])
  throw new ConfigError(`Unknown option ${rawName}${meant(close && `--${close}`)}`)
}

/** '-1' and '-draft' are values; the code that reads them checks them. */
const isFlag = (word: string) => word === '-h' || /^--[a-z]/i.test(word)

const meant = (name: string | undefined) =>
  name === undefined ? '; see vitrine --help.' : `; did you mean ${name}? See vitrine --help.`
