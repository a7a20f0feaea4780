import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folders of the source that a gallery may need, by their names in the archive. */
const folders = { fail2ban: 'packaging/fail2ban', proxies: 'docs/proxies' }
const blockBytes = 512

/** A tar.gz of fail2ban's filter and the examples for proxies; `seconds` is the files' time. */
export function extrasArchive(root: string, seconds: number): Uint8Array {
  const blocks: Buffer[] = []
  for (const [name, folder] of Object.entries(folders)) {
    const found = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    const files = found.filter((entry) => entry.isFile())
    const paths = files.map((file) => join(file.parentPath, file.name)).toSorted()
    for (const path of paths) {
      const bytes = readFileSync(path)
      const inArchive = `vitrine-extras/${name}${path.slice(join(root, folder).length)}`
      const padding = Buffer.alloc(-bytes.length & (blockBytes - 1))
      blocks.push(header(inArchive, bytes.length, seconds), bytes, padding)
    }
  }
  return Bun.gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]))
}

/** The same on every machine, which tar's own options are not. */
function header(path: string, bytes: number, seconds: number): Buffer {
  const block = Buffer.alloc(blockBytes)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  block.write(path, 0)
  block.write(octal(0o644, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(bytes, 11), 124)
  block.write(octal(seconds, 11), 136)
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${octal(sum, 6)} `, 148)
  return block
}
