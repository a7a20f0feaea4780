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
  password                        set the owner's password and sign the owner out everywhere
  health                          ask the running gallery how it is; exits with 0 if it is well
  version                         print the version

Flags and environment variables:
${configHelp()}
  ${'--help'.padEnd(31)} print this help
`

const commands = ['serve', 'import', 'password', 'health', 'version'] as const

async function run(): Promise<number> {
  const { values, positionals } = parseCommandLine()
  if (values.help) {
    console.log(help)
    return 0
  }
  const [word = 'serve', ...rest] = positionals
  const command = commands.find((name) => name === word)
  if (!command) throw new ConfigError(`Unknown command "${word}"; see vitrine --help.`)
  const isImport = command === 'import'
  if (!isImport && (values.album !== undefined || values.photostream || rest.length > 0)) {
    const extra = rest[0] ?? (values.album === undefined ? '--photostream' : '--album')
    throw new ConfigError(`${command} does not accept ${extra}; see vitrine --help.`)
  }
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
    case 'password':
      return (await import('./commands/password.ts')).changePassword(config())
    case 'health':
      return (await import('./commands/health.ts')).askHealth(config())
  }
}

try {
  returnFreedMemory()
  process.exitCode = await run()
} catch (error) {
  console.error(`vitrine: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = error instanceof ConfigError ? 2 : 1
}
