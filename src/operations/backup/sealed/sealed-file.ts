import { createHash } from 'node:crypto'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { WrongContent } from '../place-file.ts'

/** What age writes before the content: a header for one recipient of X25519, then a nonce. */
const ageHeader = /^age-encryption\.org\/v1\n-> X25519 [\w+/]{43}\n[\w+/]{43}\n--- [\w+/]{43}\n/
const ageHeaderBytes = 184
/** age encrypts in chunks, each with a tag. */
const chunkBytes = 64 * 1024
const tagBytes = 16
/** The digits of the largest number that is exact. */
const sizeDigits = 16
const readBytes = 256 * 1024

type FileFacts = { readonly size: number; readonly md5: string }

/**
 * The first line of the content, by which a file is refused that was put under another name or cut.
 * It is as long for a file of any size.
 */
const firstLine = (path: string, size: number): Buffer =>
  Buffer.from(`{"path":${JSON.stringify(path)},"size":${String(size).padEnd(sizeDigits)}}\n`)

/**
 * The size of a file from that of its encrypted one: below 0 if that one was cut near its
 * beginning, and less than that of the whole file if it was cut anywhere.
 */
export function sizeFromSealed(path: string, sealed: number): number {
  const payload = sealed - ageHeaderBytes
  const chunks = Math.max(1, Math.ceil(payload / (chunkBytes + tagBytes)))
  return payload - chunks * tagBytes - firstLine(path, 0).length
}

function sealedSize(path: string, size: number): number {
  const content = firstLine(path, size).length + size
  return ageHeaderBytes + content + Math.ceil(content / chunkBytes) * tagBytes
}

/** Encrypts and decrypts files, in pieces, so that they may have any size. */
export async function createSealedFiles(key: string) {
  const { Decrypter, Encrypter, identityToRecipient } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(key))
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)

  async function* encrypted(path: string, source: string, expected: FileFacts) {
    const file = await open(source)
    const md5 = createHash('md5')
    let size = 0
    async function* content() {
      yield new Uint8Array(firstLine(path, expected.size))
      for await (const chunk of piecesOf(file)) {
        md5.update(chunk)
        size += chunk.length
        yield chunk
      }
    }
    try {
      yield* await encrypter.encrypt(streamOf(content()))
    } finally {
      await file.close()
    }
    if (size === expected.size && md5.digest('hex') === expected.md5) return
    throw new WrongContent(`${path} is not as expected`)
  }

  /** @throws WrongContent if age refuses the file, which is called `path`. */
  async function* decrypted(path: string, source: string): AsyncGenerator<Uint8Array> {
    const file = await open(source)
    try {
      const opened = await refusing(
        decrypter.decrypt(streamOf(piecesOf(file))),
        `${path} ${wrongKey}`,
      )
      const reader = opened.getReader()
      for (;;) {
        const { done, value } = await refusing(reader.read(), `${path} was changed or cut off`)
        if (done) return
        yield value
      }
    } finally {
      await file.close()
    }
  }

  return {
    /**
     * Encrypts `source` to the new file `target`, and returns the facts of that one.
     * @throws WrongContent if the source is not as expected.
     */
    seal: (path: string, source: string, target: string, expected: FileFacts): Promise<FileFacts> =>
      writeNew(target, encrypted(path, source, expected)),
    /**
     * Decrypts `source` to the new file `target`, of which nothing is left on failure.
     * @throws WrongContent with a message in words if it is not the file that was sealed as `path`.
     */
    open: async (path: string, source: string, target: string): Promise<FileFacts> => {
      const sealed = await requireHeader(path, source)
      return writeNew(target, withoutFirstLine(path, sealed, decrypted(path, source)))
    },
  }
}

const wrongKey = 'cannot be opened with this key, or was changed'
const foreign = 'is not a file of an encrypted backup'

/**
 * Before the library reads the file: it would search a large one without lines to its end. Returns
 * the size of the encrypted file.
 * @throws WrongContent
 */
async function requireHeader(path: string, source: string): Promise<number> {
  const { size } = await stat(source)
  const file = await open(source)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ageHeaderBytes), 0, ageHeaderBytes)
    const start = buffer.subarray(0, bytesRead)
    const word = 'age-encryption.org/v1\n'
    const isForeign = !start
      .subarray(0, word.length)
      .equals(Buffer.from(word).subarray(0, bytesRead))
    if (isForeign) throw new WrongContent(`${path} ${foreign}`)
    if (size < ageHeaderBytes + tagBytes) throw new WrongContent(`${path} was cut off`)
    if (!ageHeader.test(start.toString('latin1'))) throw new WrongContent(`${path} ${foreign}`)
    return size
  } finally {
    await file.close()
  }
}

/** The content, in a file of `sealed` bytes, after its first line. @throws WrongContent */
async function* withoutFirstLine(
  path: string,
  sealed: number,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const chunk of content) {
    // The first chunk has all of the line: no path is nearly as long.
    const end = isFirst ? chunk.indexOf(0x0a) : -1
    if (isFirst) requireLine(path, sealed, Buffer.from(chunk.subarray(0, Math.max(0, end))))
    isFirst = false
    yield chunk.subarray(end + 1)
  }
}

/** Whether the line says what it should, before the rest is decrypted. @throws WrongContent */
function requireLine(path: string, sealed: number, text: Buffer): void {
  const line = parseLine(text.toString())
  if (line === undefined) throw new WrongContent(`${path} ${foreign}`)
  if (line.path !== path) throw new WrongContent(`${path} belongs under another name, ${line.path}`)
  const whole = sealedSize(path, line.size)
  if (sealed < whole) throw new WrongContent(`${path} was cut off`)
  if (sealed > whole) throw new WrongContent(`${path} has more than was written`)
}

/** Undefined for anything but a first line exactly as it is written. */
function parseLine(text: string): { path: string; size: number } | undefined {
  try {
    const { path, size } = JSON.parse(text) as { path: unknown; size: unknown }
    if (typeof path !== 'string' || typeof size !== 'number') return undefined
    return firstLine(path, size).toString() === `${text}\n` ? { path, size } : undefined
  } catch {
    return undefined
  }
}

/** Writes a new file, of which nothing is left on failure. */
async function writeNew(target: string, content: AsyncIterable<Uint8Array>): Promise<FileFacts> {
  const md5 = createHash('md5')
  let size = 0
  const file = await open(target, 'wx', 0o600)
  try {
    for await (const chunk of content) {
      md5.update(chunk)
      await file.writeFile(chunk)
      size += chunk.length
    }
    await file.close()
  } catch (error) {
    await file.close().catch(() => {})
    await rm(target, { force: true })
    throw error
  }
  return { size, md5: md5.digest('hex') }
}

async function* piecesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { buffer, bytesRead } = await file.read(new Uint8Array(readBytes), 0, readBytes)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

/** The types do not know ReadableStream.from. */
function streamOf(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => {
      await chunks.return?.()
    },
  })
}

/** The library's errors have no code, other than those of reading the file. */
const refusing = <T>(work: Promise<T>, text: string): Promise<T> =>
  work.catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined ? new WrongContent(text, { cause: error }) : error
  })
