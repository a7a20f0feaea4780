import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { readCommonPasswords } from '../../src/people/owner/common-passwords.ts'

/** What is embedded as data, and so is not among the bundler's inputs. */
export const passwordModules = ['node_modules/@zxcvbn-ts/language-common/dist/index.mjs']

/**
 * The module that replaces src/people/owner/common-passwords.ts in the build (path → text): the
 * words as JSON in brotli. As code they would take 700 KB of the executable once more, in bytecode.
 */
export async function embedCommonPasswords(root: string): Promise<Record<string, string>> {
  const file = join(root, 'dist/common-passwords.json.br')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, brotliCompressSync(JSON.stringify(await readCommonPasswords())))
  const text = `
    import { brotliDecompressSync } from 'node:zlib'
    import file from ${JSON.stringify(file)} with { type: 'file' }
    export const readCommonPasswords = async () =>
      JSON.parse(brotliDecompressSync(await Bun.file(file).bytes()).toString())`
  return { [join(root, 'src/people/owner/common-passwords.ts')]: text }
}
