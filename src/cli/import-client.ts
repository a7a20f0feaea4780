import type { ImportEvent, ImportRequest } from '../imports/intake/import-request.ts'
import { askServer, eventsOf } from './control-client.ts'

/**
 * Without an 'end', the server has stopped.
 * @returns undefined if no server of this user answers.
 */
export async function importThroughServer(
  dataFolder: string,
  request: ImportRequest,
): Promise<AsyncGenerator<ImportEvent> | undefined> {
  const response = await askServer(dataFolder, 'import', request)
  if (!response) return undefined
  if (!response.ok || !response.body)
    throw new Error(
      'the running server rejected the import; it may be a different version of Vitrine. Restart it with this version, then try again.',
    )
  return eventsOf<ImportEvent>(response.body)
}
