import { parseArgs } from 'node:util'
import { ConfigError, configFlags } from './config.ts'

/** @throws ConfigError for an unknown flag. */
export function parseCommandLine() {
  try {
    return parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: {
        ...configFlags,
        album: { type: 'string' },
        photostream: { type: 'boolean' },
        deep: { type: 'boolean' },
        sample: { type: 'string' },
        repair: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new ConfigError(`${(error as Error).message.split(/\.\s/)[0]}; see vitrine --help.`)
  }
}
