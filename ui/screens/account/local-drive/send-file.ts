import type { ErrorBody } from '../../../../src/contract/envelope.ts'
import type { UploadedPhoto } from '../../../../src/contract/photos/photos.ts'
import type { PendingUpload } from '../../../../src/contract/photos/versions.ts'
import { photostreamAlbum } from '../../../catalogue/photostream.ts'
import { ApiError, api, signedIn, unwrap } from '../../../kit/api.ts'

type Sending = {
  /** Bytes of the file that have been sent. */
  readonly onProgress: (sent: number) => void
  /** Everything is sent; the server is processing it. */
  readonly onSent: () => void
  readonly signal: AbortSignal
}

/** A new photo, or a file that may be a new version of one, which waits for the owner's decision. */
type Sent = UploadedPhoto | { readonly pending: PendingUpload }

/**
 * PUT /api/local/upload for one file, with XMLHttpRequest: fetch reports no upload progress.
 * @throws ApiError; the signal's reason when it was aborted
 */
export async function sendFile(file: File, run: string, sending: Sending): Promise<Sent> {
  return dataOf(await signedIn(() => put(file, run, sending)))
}

function put(
  file: File,
  run: string,
  { onProgress, onSent, signal }: Sending,
): Promise<XMLHttpRequest> {
  const form = new FormData()
  // The server streams the form, so the fields must precede the file.
  form.append('sourceId', file.name)
  form.append('sourceDate', new Date(file.lastModified).toISOString())
  form.append('onMatch', 'ask')
  form.append('run', run)
  form.append('image', file)

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.upload.onprogress = ({ loaded, total }) => onProgress((loaded / total) * file.size)
    request.upload.onload = onSent
    request.onload = () => resolve(request)
    request.onerror = () => reject(new ApiError())
    request.onabort = () => reject(signal.reason)
    request.onloadend = () => signal.removeEventListener('abort', abort)
    request.open('PUT', '/api/local/upload')
    request.send(form)
  })
}

function dataOf({ responseText }: XMLHttpRequest): Sent {
  let body: { data?: Sent } & Partial<ErrorBody>
  try {
    body = JSON.parse(responseText) as typeof body
  } catch (error) {
    throw new ApiError(undefined, error)
  }
  if (body.data) return body.data
  throw new ApiError(body.error)
}

/** Makes a photo public, creating the photostream's album if there is none. @throws ApiError */
export async function addToPhotostream(photoId: string): Promise<void> {
  const id = await photostreamAlbum()
  await unwrap(api.albums[':id'].photos.add.$put({ param: { id }, json: { photoIds: [photoId] } }))
}
