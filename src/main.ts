#!/usr/bin/env bun
import { parseCommandLine } from './command-line.ts'
import { ConfigError, configHelp, readConfig } from './config.ts'
import { returnFreedMemory } from './memory.ts'
import { version } from './version.ts'

const help = `Vitrine ${version}: a photographer's own gallery in one executable

Usage: vitrine [COMMAND] [FLAGS]

Commands:
  serve                           run the gallery (default)
  import PATH… [--album NAME] [--photostream]
                                  import JPEG files and folders, even while the server is running;
                                  --album adds them to an album, --photostream makes them public
  check [--deep] [--sample 5%] [--repair]
                                  compare the database with the files, even while the server is
                                  running; --deep decodes every photo, --sample reads only a
                                  random share, --repair makes pictures again and moves strays
  password                        set the owner's password and sign the owner out everywhere
  version                         print the version

Flags and environment variables:
${configHelp()}
  ${'--help'.padEnd(31)} print this help
`

const commands = ['serve', 'import', 'check', 'password', 'version'] as const

type CheckFlags = { deep?: boolean; sample?: string; repair?: boolean }

/** Flags that only these commands accept. */
const commandFlags: Record<string, string> = {
  album: 'import',
  photostream: 'import',
  deep: 'check',
  sample: 'check',
  repair: 'check',
}

/** The first word or flag that the command does not take. */
function unaccepted(command: string, values: object, words: string[]): string | undefined {
  if (command !== 'import' && words[0] !== undefined) return words[0]
  const flag = Object.keys(values).find((name) => (commandFlags[name] ?? command) !== command)
  return flag && `--${flag}`
}

async function run(): Promise<number> {
  const { values, positionals } = parseCommandLine()
  if (values.help) {
    console.log(help)
    return 0
  }
  const [word = 'serve', ...rest] = positionals
  const command = commands.find((name) => name === word)
  if (!command) throw new ConfigError(`Unknown command "${word}"; see vitrine --help.`)
  const extra = unaccepted(command, values, rest)
  if (extra) throw new ConfigError(`${command} does not accept ${extra}; see vitrine --help.`)
  if (command === 'version' || values.version) {
    console.log(version)
    return 0
  }
  const config = () => readConfig(values, process.env)
  switch (command) {
    case 'serve':
      return (await import('./commands/serve.ts')).serve(config())
    case 'import': {
      const { album, photostream } = values as { album?: string; photostream?: boolean }
      const request = { paths: rest, album, isPhotostream: photostream === true }
      return (await import('./commands/import.ts')).importPhotos(config(), request)
    }
    case 'check': {
      const { deep, sample, repair } = values as CheckFlags
      const request = { isDeep: deep === true, sample, isRepairing: repair === true }
      return (await import('./commands/check.ts')).checkGallery(config(), request)
    }
    case 'password':
      return (await import('./commands/password.ts')).changePassword(config())
  }
}

try {
  if (Bun.isMainThread) {
    returnFreedMemory()
    process.exitCode = await run()
  } else {
    ;(await import('./commands/upgrade-thread.ts')).upgradeHere()
  }
} catch (error) {
  console.error(`vitrine: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = error instanceof ConfigError ? 2 : 1
}
