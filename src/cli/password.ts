import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { passwordMaxLength, passwordMinLength } from '../contract/people/passwords.ts'
import type { Config } from '../core/config/config.ts'
import { secretVariable } from '../core/config/config-secrets.ts'
import { lockFolder } from '../core/database/lock.ts'
import { schemaState } from '../core/database/schema-state.ts'
import { upgradeNote } from '../core/database/upgrade.ts'
import { AppError } from '../core/errors.ts'
import { createServices } from '../services.ts'
import { libraryAt, openLibrary } from '../storage/library.ts'
import { inDataFolder } from './examine-folder.ts'
import { hasGallery, requireGallery } from './gallery-folder.ts'
import { print, printProblem } from './terminal.ts'

/** Reads standard input if it is not a terminal, and works while the server is running. */
export async function changePassword(
  config: Config,
  { isFolderNamed }: { isFolderNamed: boolean },
): Promise<number> {
  if (!isFolderNamed) requireGallery(config.data)
  const isNew = !hasGallery(config.data)
  const password = process.stdin.isTTY ? await askTwice() : await firstLine()
  if (password === undefined) {
    printProblem('the passwords do not match; nothing was changed.')
    return 1
  }
  if (password.length < passwordMinLength || password.length > passwordMaxLength) {
    printProblem(
      `the password must have ${passwordMinLength} to ${passwordMaxLength} characters; nothing was changed.`,
    )
    return 1
  }
  const refusal = await inDataFolder(config.data, () => store(config, password))
  if (refusal) {
    printProblem(`${refusal}; nothing was changed.`)
    return 1
  }
  print(
    isNew
      ? `There was no gallery in ${config.data}, so a new one was created with this password.`
      : `Password of the gallery in ${config.data} changed. The owner is signed out in every browser; guests stay signed in.`,
  )
  if (config.password !== undefined && config.password !== password) {
    const variable = secretVariable('VITRINE_PASSWORD', process.env)
    print(
      `${variable} contains another password: a server that starts with it sets that one again. Change it there too, or remove the variable.`,
    )
  }
  return 0
}

/** @returns why the password was refused, if it was. */
async function store(config: Config, password: string): Promise<string | undefined> {
  const state = schemaState(libraryAt(config.data).databasePath)
  const library = openLibrary(config.data)
  // The server of an earlier version would not understand the upgraded database.
  const lock = state === 'old' ? lockFolder(library.lockPath) : undefined
  if (state === 'old' && !lock) {
    throw new Error(
      `${config.data} is in use by an earlier version of Vitrine; stop that one first.`,
    )
  }
  const services = createServices(config, library)
  try {
    if (services.store.upgrade) print(upgradeNote(services.store.upgrade))
    await services.owner.setPassword(password)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.message
  } finally {
    services.close()
    lock?.release()
  }
}

async function askTwice(): Promise<string | undefined> {
  // readline echoes to its output, which must not show the password.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  const ask = async (text: string) => {
    process.stdout.write(text)
    const answer = await lines.question('')
    process.stdout.write('\n')
    return answer
  }
  try {
    const password = await ask('New password: ')
    return (await ask('Repeat the password: ')) === password ? password : undefined
  } finally {
    lines.close()
  }
}

/** Endless input, such as a device's, is rejected as too long. */
async function firstLine(): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of Bun.stdin.stream()) {
    text += decoder.decode(bytes, { stream: true })
    if (text.includes('\n') || text.length > passwordMaxLength + 1) break
  }
  return text.split(/\r?\n/)[0] ?? ''
}
