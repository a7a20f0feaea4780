import { existsSync } from 'node:fs'
import type { BackupKey } from '../../contract/site/safety.ts'
import { limit } from '../../core/concurrency/limit.ts'
import type { Config } from '../../core/config/config.ts'
import { AppError } from '../../core/errors.ts'
import type { Library } from '../../storage/library.ts'

type Parts = {
  readonly config: Pick<Config, 'backupKey'>
  readonly library: Pick<Library, 'backupKeyPath' | 'writeDurably'>
}

/** The key that encrypts new backups in buckets. */
export function createBackupKeys({ config, library }: Parts) {
  const oneAtATime = limit(1)
  const exists = (): boolean => config.backupKey !== undefined || existsSync(library.backupKeyPath)
  return {
    exists,
    /**
     * Makes the key and keeps it in the data folder, where the backups read it.
     * @throws AppError if there is one already, which is never replaced: backups need it.
     */
    make: (): Promise<BackupKey> =>
      oneAtATime(async () => {
        if (exists()) {
          throw new AppError(409, 'there is a key already, which backups may need')
        }
        const { createBackupKey } = await import('../backup/sealed/backup-key.ts')
        const key = await createBackupKey()
        await library.writeDurably(library.backupKeyPath, new TextEncoder().encode(`${key}\n`))
        return { key }
      }),
  }
}
