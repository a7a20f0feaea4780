import { parentPort, Worker, workerData } from 'node:worker_threads'
import { openDatabase } from '../core/database/open.ts'
import type { Upgrade } from '../core/database/upgrade.ts'

type Outcome =
  | { readonly upgrade: Upgrade | undefined }
  | { readonly error: string; readonly code: unknown }

/**
 * Upgrades an older database while this thread answers requests. The thread begins with the
 * program's own main file, which an executable also contains.
 */
export async function upgradeInThread(path: string): Promise<Upgrade | undefined> {
  const worker = new Worker(Bun.main, { workerData: { path } })
  try {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', (code) => reject(new Error(`the upgrade ended with code ${code}`)))
    })
    if ('error' in outcome) throw Object.assign(new Error(outcome.error), { code: outcome.code })
    return outcome.upgrade
  } finally {
    worker.removeAllListeners()
    await worker.terminate()
  }
}

/** Runs in that thread. */
export function upgradeHere(): void {
  const { path } = workerData as { path: string }
  try {
    const { connection, upgrade } = openDatabase(path)
    connection.close()
    parentPort?.postMessage({ upgrade } satisfies Outcome)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    parentPort?.postMessage({ error: message, code } satisfies Outcome)
  }
}
