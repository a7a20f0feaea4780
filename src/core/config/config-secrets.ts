import { ownValue } from '../../contract/own-value.ts'
import { readShortFile } from '../short-file.ts'
import { ConfigError } from './config-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A secret, and the variable that it was read from. @throws ConfigError if both are set. */
export function readSecret(variable: string, environment: Environment) {
  const name = secretVariable(variable, environment)
  const value = ownValue(environment, name)
  return { name, text: value && name !== variable ? readSecretFile(name, value) : value }
}

/** Which of X and X_FILE is set. @throws ConfigError if both are. */
export function secretVariable(variable: string, environment: Environment): string {
  const file = `${variable}_FILE`
  if (!ownValue(environment, file)) return variable
  if (!ownValue(environment, variable)) return file
  throw new ConfigError(`${variable} and ${file} are both set; remove one of them.`)
}

/** Removes only the final line break, because spaces may be part of a password. */
function readSecretFile(variable: string, path: string): string {
  const text = readShortFile(path)
  if ('problem' in text) throw new ConfigError(`${variable} names ${text.problem}: ${path}`)
  return text.content.replace(/\r?\n$/, '')
}
