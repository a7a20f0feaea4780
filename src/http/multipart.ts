import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { AppError } from '../core/errors.ts'

export type UploadForm = { readonly fields: ReadonlyMap<string, string>; readonly fileName: string }

/** The largest field, and the largest form without its file, in bytes. */
const fieldLimit = 1024
const formOverhead = 64 * 1024

export type FormFile = {
  readonly field: string
  /** In bytes. */
  readonly limit: number
  readonly tooLarge: () => AppError
}

/**
 * Reads a form with one file, streaming the file into `receive` with back-pressure from the disk to
 * the client. `discard` is called with a received file whose form then turned out to be invalid.
 * @throws AppError 400 for a form that is malformed, interrupted or has no file, 413 if the file is
 * too large (at once if the client states it), 415 if the body is not a form.
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

  const busboy = await openForm(contentType, limit)
  const body = Readable.fromWeb(request.body as unknown as NodeReadableStream)
  const fields = new Map<string, string>()
  let fileName = ''
  let receiving: Promise<T> | undefined
  let file: Readable | undefined

  const finished = new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      const refusal = error instanceof AppError ? error : interrupted()
      if (!receiving) return reject(refusal)
      // A form that ends early never ends its file; an error of the file itself takes precedence.
      file?.destroy(refusal)
      receiving.then(() => reject(refusal), reject)
    }
    busboy.on('field', (name, value) => {
      fields.set(name, value)
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

async function openForm(contentType: string, limit: number) {
  const { Busboy } = await import('@fastify/busboy')
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
    throw error instanceof AppError ? error : interrupted()
  }
  if (stream.truncated) throw tooLarge()
}

const interrupted = () => new AppError(400, 'the upload was interrupted or is malformed')
