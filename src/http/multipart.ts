import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { Busboy } from '@fastify/busboy'
import { AppError } from '../contract/app-error.ts'

/** The form's fields as they came, and the file's name. */
export type UploadForm = { readonly fields: Record<string, string>; readonly fileName: string }

/** The form's fields may take this many bytes each, and the whole form this many beside the file. */
const fieldLimit = 1024
const formOverhead = 64 * 1024

/** The one file that a form is for. */
export type FormFile = {
  /** The name of its field. */
  readonly field: string
  /** Bytes at most. */
  readonly limit: number
  /** The refusal of a larger one. */
  readonly tooLarge: () => AppError
}

/**
 * Reads a form with one file in a field, streaming the file into `receive`; back-pressure
 * holds from the disk to the client.
 * @throws AppError 400 for a form that is broken, cut off or has no file, 413 when it is too large
 * (at once where the client says so), 415 for anything that is no form. `discard` is told of a
 * received file whose form then turned out bad.
 */
export async function readUpload<T>(
  request: Request,
  { field, limit, tooLarge }: FormFile,
  receive: (stream: AsyncIterable<Uint8Array>) => Promise<T>,
  discard: (received: T) => Promise<void>,
): Promise<{ received: T; form: UploadForm }> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(contentType)) {
    throw new AppError(415, `the upload must be multipart/form-data with the file in "${field}"`)
  }
  if (Number(request.headers.get('content-length') ?? 0) > limit + formOverhead) {
    throw tooLarge()
  }
  if (!request.body) throw new AppError(400, 'the upload is empty')

  const busboy = openForm(contentType, limit)
  const body = Readable.fromWeb(request.body as unknown as NodeReadableStream)
  const fields: Record<string, string> = {}
  let fileName = ''
  let receiving: Promise<T> | undefined
  let file: Readable | undefined

  const finished = new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      const refusal = error instanceof AppError ? error : cutOff()
      if (!receiving) return reject(refusal)
      // A form that ends early never ends its file; what the file was refused for counts first.
      file?.destroy(refusal)
      receiving.then(() => reject(refusal), reject)
    }
    busboy.on('field', (name, value) => {
      fields[name] = value
    })
    busboy.on('file', (name, stream, clientName) => {
      if (name !== field || receiving) {
        stream.resume()
        fail(
          new AppError(400, `send one file per request, in the field "${field}"`, { field: name }),
        )
        return
      }
      fileName = clientName ?? ''
      file = stream
      receiving = receive(refusingTruncated(stream, tooLarge))
      receiving.catch((error: unknown) => {
        stream.resume()
        reject(error)
      })
      stream.on('error', fail)
    })
    busboy.on('finish', resolve)
    busboy.on('error', fail)
    body.on('error', (error) => {
      busboy.destroy(error)
      fail(error)
    })
    body.on('close', () => {
      if (!body.readableEnded) fail(new Error('closed'))
    })
    body.pipe(busboy)
  })

  try {
    await finished
    if (!receiving) {
      throw new AppError(400, `the form has no file in the field "${field}"`, { field })
    }
    return { received: await receiving, form: { fields, fileName } }
  } catch (error) {
    body.unpipe(busboy)
    body.destroy()
    busboy.destroy()
    const received = await receiving?.catch(() => undefined)
    if (received !== undefined) await discard(received)
    throw error
  }
}

function openForm(contentType: string, limit: number) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fileSize: limit + 1, files: 2, fields: 10, fieldSize: fieldLimit, parts: 12 },
    })
  } catch {
    throw new AppError(400, 'the multipart boundary is missing')
  }
}

async function* refusingTruncated(
  stream: Readable & { truncated: boolean },
  tooLarge: () => AppError,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Uint8Array
  } catch (error) {
    throw error instanceof AppError ? error : cutOff()
  }
  if (stream.truncated) throw tooLarge()
}

const cutOff = () => new AppError(400, 'the upload was interrupted or is malformed')
