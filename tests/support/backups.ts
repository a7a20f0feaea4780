import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBackup } from '../../src/operations/backup/make-backup.ts'
import { restoreBackup } from '../../src/operations/backup/restore-backup.ts'
import { filesIn } from './folder-faults.ts'
import type { Gallery } from './gallery.ts'

export const newFolder = () => mkdtemp(join(tmpdir(), 'vitrine-test-'))

/** Backs up a gallery that keeps running. */
export const backUp = (
  { services, clock }: Pick<Gallery, 'services' | 'clock'>,
  folder: string,
  options: {
    keep?: number
    hasSecret?: boolean
    verifiesAll?: boolean
    isNewTarget?: boolean
  } = {},
) =>
  makeBackup({
    library: services.library,
    folder,
    keep: options.keep === undefined ? undefined : { newest: options.keep },
    hasSecret: options.hasSecret ?? false,
    verifiesAll: options.verifiesAll ?? false,
    isNewTarget: options.isNewTarget ?? false,
    version: '1.2.3',
    now: clock.now,
    onProgress: () => undefined,
  })

export const restoreInto = (data: string, folder: string, at?: string) =>
  restoreBackup({ data, folder, at, onProgress: () => undefined })

export const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')

/** The md5 of every file that cannot be made again, by its path. */
export async function lastingFiles(root: string): Promise<Record<string, string>> {
  const folders = ['originals', 'cameras', 'removed', 'pages']
  const files = (await Promise.all(folders.map((folder) => filesIn(root, folder)))).flat()
  return Object.fromEntries(files.map((path) => [path, md5(readFileSync(join(root, path)))]))
}
