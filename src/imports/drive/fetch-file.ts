import { AppError } from '../../core/errors.ts'
import type { ReceivedFile } from '../../storage/media.ts'
import type { Ingest } from '../intake/ingest.ts'
import { DriveError } from './drive-error.ts'
import { isWebPage, webPageError } from './file-body.ts'
import type { GoogleDrive } from './google-drive.ts'
import { type Source, toSource } from './source.ts'

/** A file that is saved again and again is left for the next import. */
const mostVersions = 4

/**
 * Downloads a file. If something else arrives than was listed, it has changed since, and its new
 * version is fetched; otherwise it is fetched once more. `onChange` is called with the new version.
 * @throws AppError, DriveError or the signal's reason; then no file is left.
 */
export async function fetchFile(
  source: Source,
  {
    drive,
    ingest,
    download,
    onChange,
  }: {
    drive: Pick<GoogleDrive, 'file'>
    ingest: Pick<Ingest, 'receive' | 'discard' | 'refuseSize'>
    download: (source: Source) => AsyncIterable<Uint8Array>
    onChange: (source: Source) => void
  },
): Promise<ReceivedFile> {
  let isSecond = false
  for (let listed = source, versions = 1; ; ) {
    ingest.refuseSize(listed.bytes)
    const received = await receive(listed)
    if (received && isAsListed(received, listed)) return received
    const present = await currently(listed, received)
    if (received && present.version !== listed.version && isAsListed(received, present)) {
      onChange(present)
      return received
    }
    if (received) await ingest.discard(received)
    if (present.version === listed.version) {
      if (isSecond) throw new AppError(400, 'the download was damaged twice; try again')
      isSecond = true
    } else {
      if (++versions > mostVersions)
        throw new DriveError('file', 'it was changed during the import')
      onChange(present)
      isSecond = false
    }
    listed = present
  }

  /** Undefined if the file has become shorter while it was downloaded. */
  async function receive(listed: Source): Promise<ReceivedFile | undefined> {
    try {
      return await ingest.receive(download(listed))
    } catch (error) {
      if (error instanceof DriveError && error.status === 416) return undefined
      throw error
    }
  }

  async function currently(listed: Source, received: ReceivedFile | undefined): Promise<Source> {
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
}

/** Without a checksum, only the length can tell. */
function isAsListed(received: ReceivedFile, { md5, bytes }: Source): boolean {
  return md5 === '' ? bytes === 0 || received.bytes === bytes : received.md5 === md5
}
