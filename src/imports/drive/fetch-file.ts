import { AppError } from '../../core/errors.ts'
import type { ReceivedFile } from '../../storage/media.ts'
import type { Ingest } from '../intake/ingest.ts'
import type { GoogleDrive } from './drive-api.ts'
import { DriveError } from './drive-error.ts'
import { isWebPage, webPageError } from './file-body.ts'
import { type Source, toSource } from './source.ts'

/** A file that is saved again and again is left for the next import. */
const mostVersions = 4
/** Attempts to download one version. */
const mostAttempts = 2

type FetchParts = {
  readonly drive: Pick<GoogleDrive, 'file'>
  readonly ingest: Pick<Ingest, 'receive' | 'discard' | 'refuseSize'>
  readonly download: (source: Source) => AsyncIterable<Uint8Array>
}

/**
 * Downloads a file. If something else arrives than was listed, it has changed since, and its new
 * version is fetched; otherwise it is fetched once more. `onChange` is called with the new version.
 * @throws AppError, DriveError or the signal's reason; then no file is left.
 */
export async function fetchFile(
  source: Source,
  { onChange, ...parts }: FetchParts & { readonly onChange: (source: Source) => void },
): Promise<ReceivedFile> {
  for (let listed = source, versions = 1; ; versions++) {
    const { received, present } = await fetchVersion(listed, parts)
    if (!received && versions === mostVersions) {
      throw new DriveError('file', 'it was changed during the import')
    }
    if (present.version !== listed.version) onChange(present)
    if (received) return received
    listed = present
  }
}

/** `present` is the file as it is now; without `received`, it has changed and must be fetched. */
type Fetched = { readonly received?: ReceivedFile; readonly present: Source }

/** @throws AppError if the download was damaged each time. */
async function fetchVersion(source: Source, parts: FetchParts): Promise<Fetched> {
  const { ingest } = parts
  let listed = source
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    ingest.refuseSize(listed.bytes)
    const received = await receive(listed, parts)
    if (received && isAsListed(received, listed)) return { received, present: listed }
    const present = await readPresent(listed, received, parts)
    const hasChanged = present.version !== listed.version
    if (received && hasChanged && isAsListed(received, present)) return { received, present }
    if (received) await ingest.discard(received)
    if (hasChanged) return { present }
    listed = present
  }
  throw new AppError(400, 'the download was damaged twice; try again')
}

/** Undefined if the file has become shorter while it was downloaded. */
async function receive(
  listed: Source,
  { ingest, download }: FetchParts,
): Promise<ReceivedFile | undefined> {
  try {
    return await ingest.receive(download(listed))
  } catch (error) {
    if (error instanceof DriveError && error.status === 416) return undefined
    throw error
  }
}

/** The file as it is in the drive now. @throws DriveError if it cannot be fetched any more. */
async function readPresent(
  listed: Source,
  received: ReceivedFile | undefined,
  { drive, ingest }: FetchParts,
): Promise<Source> {
  try {
    if (received && (await isWebPage(received.path))) throw webPageError()
    const present = await drive.file(listed.file_id)
    if (!present) throw new DriveError('gone', 'it is no longer in the drive')
    if (present.blockedBy !== undefined) throw new DriveError('file', present.blockedBy)
    return toSource(present)
  } catch (error) {
    if (received) await ingest.discard(received)
    throw error
  }
}

/** Without a checksum, only the length can be compared. */
function isAsListed(received: ReceivedFile, { md5, bytes }: Source): boolean {
  return md5 === '' ? bytes === 0 || received.bytes === bytes : received.md5 === md5
}
