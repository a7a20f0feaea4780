import type { Config } from '../../core/config/config.ts'
import {
  type BackupEnd,
  type BackupMessage,
  type BackupOrders,
  ordersVariable,
} from './backup-messages.ts'
import { startOwnProcess } from './own-process.ts'

export type BackupProcess = {
  /** Resolves when the backup has ended; a restore drill can follow. */
  readonly ended: Promise<BackupEnd>
  readonly exited: Promise<void>
  readonly kill: () => void
}

/** Makes a backup in a process of its own, of low priority. */
export function startBackupProcess(parts: {
  readonly program: readonly string[]
  readonly config: Config
  readonly folder: string
  readonly orders: BackupOrders
  readonly onProgress: (progress: Extract<BackupMessage, { kind: 'progress' }>) => void
  readonly onDrillFailed: (reason: string) => void
}): BackupProcess {
  const { program, config, folder, orders, onProgress, onDrillFailed } = parts
  const { promise: ended, resolve: end } = Promise.withResolvers<BackupEnd>()
  const { exited, kill } = startOwnProcess<BackupMessage>({
    program,
    command: ['backup', folder],
    config,
    orders: { [ordersVariable]: JSON.stringify(orders) },
    onMessage: (message) => {
      if (message.kind === 'progress') onProgress(message)
      else if (message.kind === 'end') end(message)
      else onDrillFailed(message.reason)
    },
  })
  const exit = async (): Promise<void> => {
    const how = await exited
    // Without effect if the backup has told how it ended.
    end({ ...interrupted, reason: interruption(how) })
  }
  return { ended, exited: exit(), kill }
}

const interrupted = { outcome: 'failed', notes: [], addedBytes: 0 } as const

const interruption = (how: string): string =>
  `The backup was interrupted (${how}). What was already copied is kept, and it is continued soon.`
