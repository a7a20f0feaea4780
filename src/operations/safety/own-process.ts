import type { Config } from '../../core/config/config.ts'
import { idleFor } from '../../core/memory.ts'

/** Visitors are being served if the last request is no longer ago, in ms. */
const servingMs = 500
/** How often the process is told whether they are, in ms. */
const hintMs = 250
/** How much of what it prints can become a reason. */
const printedLength = 500

/** What the server says to a process that it started. */
export type ServerHint = { readonly isBusy: boolean }

export type OwnProcess = {
  /** Resolves with what it printed last, or how it ended. */
  readonly exited: Promise<string>
  readonly kill: () => void
}

/** Starts a command of this program that works for the server, and tells it messages. */
export function startOwnProcess<Message>({
  program,
  command,
  config,
  orders,
  onMessage,
}: {
  readonly program: readonly string[]
  readonly command: readonly string[]
  readonly config: Config
  /** A variable with what to do: flags could be read by other users. */
  readonly orders: Readonly<Record<string, string>>
  readonly onMessage: (message: Message) => void
}): OwnProcess {
  const child = Bun.spawn([...program, ...command], {
    env: { ...otherVariables(), ...variablesFor(config), ...orders },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
    serialization: 'json',
    ipc: onMessage,
  })
  const stopHints = giveHints((hint) => {
    try {
      child.send(hint)
    } catch {
      // It has just ended.
    }
  })
  const printed = new Response(child.stderr).text()
  const exit = async (): Promise<string> => {
    await child.exited
    stopHints()
    const text = (await printed).trim().slice(-printedLength)
    return text || String(child.signalCode ?? `exit code ${child.exitCode}`)
  }
  return { exited: exit(), kill: () => child.kill() }
}

/** @returns what ends it. */
function giveHints(send: (hint: ServerHint) => void): () => void {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy === idleFor() < servingMs) return
    isBusy = !isBusy
    send({ isBusy })
  }, hintMs)
  return () => clearInterval(timer)
}

/** The settings that say where the gallery's files and its backups are. */
function variablesFor(config: Config): Record<string, string> {
  const { data, media, mediaEndpoint, mediaRegion, mediaKeyId, mediaSecret } = config
  const { backupEndpoint, backupRegion, backupKeyId, backupSecret, backupKey } = config
  const found = {
    VITRINE_DATA: data,
    VITRINE_MEDIA: media && `s3://${media.bucket}/${media.prefix}`,
    VITRINE_MEDIA_ENDPOINT: mediaEndpoint,
    VITRINE_MEDIA_REGION: media && mediaRegion,
    VITRINE_MEDIA_KEY_ID: mediaKeyId,
    VITRINE_MEDIA_SECRET: mediaSecret,
    VITRINE_BACKUP_ENDPOINT: backupEndpoint,
    VITRINE_BACKUP_REGION: backupKeyId && backupRegion,
    VITRINE_BACKUP_KEY_ID: backupKeyId,
    VITRINE_BACKUP_SECRET: backupSecret,
    VITRINE_BACKUP_KEY: backupKey,
  }
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** Such as PATH, TZ, or the certificates that the system trusts. */
const otherVariables = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITRINE_')))
