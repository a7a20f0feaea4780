import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './process.ts'

/** The number of different pictures to generate; further photos are copies of them. */
const plainPictures = 6

export type SpecialPhoto =
  | 'progressive-100'
  | 'progressive-100-full'
  | 'progressive-268'
  | 'tall-72'

export type Photos = {
  readonly big: (count: number) => Promise<string[]>
  readonly small: (count: number) => Promise<string[]>
  readonly special: (kind: SpecialPhoto) => Promise<string>
  readonly about: string
}

/**
 * Photos from a folder with big/ and small/, or generated ones. If there are too few, copies with
 * another comment segment are added: different bytes, the same work.
 */
export function openPhotos(folder: string | undefined, work: string): Photos {
  const has = folder !== undefined && existsSync(join(folder, 'big'))
  const made = join(work, 'photos')
  mkdirSync(made)
  const originals = { big: [] as string[], small: [] as string[] }
  const known = { big: [] as string[], small: [] as string[] }

  const find = async (kind: 'big' | 'small') => {
    if (known[kind].length > 0) return
    if (has) originals[kind] = jpegsBelow(join(folder, kind))
    for (let number = 0; !has && number < plainPictures; number++) {
      const file = join(made, `${kind}-${number}.jpg`)
      await make(kind === 'big' ? 'plain' : 'small', file, number)
      originals[kind].push(file)
    }
    known[kind] = [...originals[kind]]
  }
  const take = async (kind: 'big' | 'small', count: number) => {
    await find(kind)
    const { length } = originals[kind]
    if (length === 0) throw new Error(`${folder} contains no ${kind} photos`)
    while (known[kind].length < count) {
      const number = known[kind].length
      const file = join(made, `${kind}-copy-${number}.jpg`)
      writeFileSync(file, withComment(readFileSync(originals[kind][number % length]!), number))
      known[kind].push(file)
    }
    return known[kind].slice(0, count)
  }
  return {
    big: (count) => take('big', count),
    small: (count) => take('small', count),
    special: async (kind) => {
      const file = join(made, `${kind}.jpg`)
      if (!existsSync(file)) await make(kind, file, 0)
      return file
    },
    about: has
      ? `photos from ${folder}`
      : `generated photos${folder ? `, because ${folder} has no big/` : ''}`,
  }
}

function jpegsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jpg'))
    .sort()
    .map((name) => join(folder, name))
}

async function make(kind: string, file: string, number: number): Promise<void> {
  const program = join(import.meta.dir, 'make-photos.ts')
  const { exitCode, output } = await run([process.execPath, program, kind, file, String(number)])
  if (exitCode !== 0) throw new Error(`could not make a photo:\n${output}`)
}

/** The same picture with a comment after its start of image, and so another md5. */
function withComment(jpeg: Buffer, number: number): Buffer {
  const comment = Buffer.alloc(8)
  comment.writeUInt32BE(0xfffe0006)
  comment.writeUInt32BE(number, 4)
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}
