/** An invalid flag or variable: the command line prints the message and exits with code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
