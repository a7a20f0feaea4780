import { parseArgs } from 'node:util'
import { ConfigError, configFlags } from './config.ts'

/** Each command's own flags; all accept those of the configuration too. */
const commandFlags = {
  serve: {},
  import: { album: { type: 'string' }, photostream: { type: 'boolean' } },
  backup: { keep: { type: 'string' }, 'include-secret': { type: 'boolean' } },
  restore: { at: { type: 'string' } },
  check: { deep: { type: 'boolean' }, sample: { type: 'string' }, repair: { type: 'boolean' } },
  password: {},
  version: {},
} as const satisfies Record<string, Record<string, { type: 'string' | 'boolean' }>>

type Command = keyof typeof commandFlags

/** Commands that are followed by files or folders. */
const takingPaths: readonly Command[] = ['import', 'backup', 'restore']

export type CommandLine = {
  readonly command: Command
  readonly paths: string[]
  readonly isHelpWanted: boolean
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
}

/** @throws ConfigError for an unknown command, or a flag that it does not accept. */
export function parseCommandLine(): CommandLine {
  const { values, positionals } = parse()
  const [word = 'serve', ...paths] = positionals
  const isHelpWanted = values.help === true
  const names = Object.keys(commandFlags) as Command[]
  const command = names.find((name) => name === word)
  if (!command && !isHelpWanted) {
    throw new ConfigError(`Unknown command "${word}"; see vitrine --help.`)
  }
  if (!command || isHelpWanted) return { command: 'serve', paths, isHelpWanted, flags: values }
  const others = names.flatMap((name) => (name === command ? [] : Object.keys(commandFlags[name])))
  const flag = others.find((name) => name in values && !(name in commandFlags[command]))
  const extra = (takingPaths.includes(command) ? undefined : paths[0]) ?? (flag && `--${flag}`)
  if (extra) throw new ConfigError(`${command} does not accept ${extra}; see vitrine --help.`)
  return {
    command: values.version ? 'version' : command,
    paths,
    isHelpWanted,
    flags: values,
  }
}

function parse() {
  try {
    return parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: {
        ...configFlags,
        ...Object.assign({}, ...Object.values(commandFlags)),
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      } as Record<string, { type: 'string' | 'boolean'; short?: string }>,
    }) as { values: Record<string, string | boolean | undefined>; positionals: string[] }
  } catch (error) {
    throw new ConfigError(`${(error as Error).message.split(/\.\s/)[0]}; see vitrine --help.`)
  }
}
