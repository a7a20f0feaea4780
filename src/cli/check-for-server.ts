import type { Config } from '../core/config/config.ts'
import { workOnOriginals } from '../operations/check/work-on-originals.ts'
import type { OriginalsMessage } from '../operations/originals/messages.ts'
import { libraryAt } from '../storage/library.ts'
import { savedCopiesFor } from './backup-target.ts'
import { bucketFilesFor } from './bucket-files.ts'
import { workForServer } from './for-server.ts'

/** Reads originals, or fetches them from a backup, as the server that started this process ordered. */
export async function checkForServer(config: Config, orders: string): Promise<number> {
  const { told, giveWay, end } = workForServer<OriginalsMessage>()
  const parts = {
    library: libraryAt(config.data),
    openBucket: bucketFilesFor(config),
    openSaved: savedCopiesFor(config),
    giveWay,
  }
  for await (const message of workOnOriginals(JSON.parse(orders), parts)) await told(message)
  await told({ kind: 'end' })
  end()
  return 0
}
