/**
 * Writes src/people/guests/confusables.txt, Unicode's table of look-alike characters (UTS 39), from the
 * data file of an ICU: `bun scripts/unicode/confusables.ts [ICUDTL.DAT]`. Every Chromium has one,
 * so a newer browser brings newer data.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const icuData = process.argv[2] ?? '/usr/lib/chromium/icudtl.dat'
const target = join(import.meta.dir, '../../src/people/guests/confusables.txt')

const archive = readFileSync(icuData)
const { name, bytes } = itemOf(archive, /^icudt(\d+)\w?\/confusables\.cfu$/)
const mappings = readMappings(bytes)
writeFileSync(target, written(mappings, /\d+/.exec(name)![0]))
console.log(`${target}: ${mappings.length} characters, from ICU ${/\d+/.exec(name)![0]}`)

/** An entry of ICU's archive (format 'CmnD'): a header, a table of contents, the entries. */
function itemOf(archive: Buffer, pattern: RegExp): { name: string; bytes: Buffer } {
  const toc = archive.readUInt16LE(0)
  const count = archive.readUInt32LE(toc)
  for (let index = 0; index < count; index++) {
    const entry = toc + 4 + index * 8
    const nameAt = toc + archive.readUInt32LE(entry)
    const name = archive.toString('latin1', nameAt, archive.indexOf(0, nameAt))
    if (!pattern.test(name)) continue
    return { name, bytes: archive.subarray(toc + archive.readUInt32LE(entry + 4)) }
  }
  throw new Error(`${icuData} has no confusables`)
}

/** ICU's SpoofData: sorted keys with their values, and the strings that longer values point to. */
function readMappings(item: Buffer): { from: number; to: string }[] {
  const data = item.subarray(item.readUInt16LE(0))
  if (data.readUInt32LE(0) !== 0x3845fdef) throw new Error('the confusables have another format')
  const [keys, count, values, , strings] = [12, 16, 20, 24, 28].map((at) => data.readUInt32LE(at))
  return Array.from({ length: count! }, (_, index) => {
    const key = data.readUInt32LE(keys! + index * 4)
    const length = (key >>> 24) + 1
    const at = values! + index * 2
    const from = length === 1 ? at : strings! + data.readUInt16LE(at) * 2
    return { from: key & 0xffffff, to: data.toString('utf16le', from, from + length * 2) }
  })
}

/** A line for each prototype: its code points, then those of all its look-alikes. */
function written(mappings: { from: number; to: string }[], icu: string): string {
  const hex = (codePoint: number) => codePoint.toString(16).toUpperCase()
  const lines = Map.groupBy(mappings, ({ to }) =>
    [...to].map((c) => hex(c.codePointAt(0)!)).join('+'),
  )
  return [
    `# Characters that look alike: a prototype, then its look-alikes. Unicode's confusables (UTS 39), by way of ICU ${icu}.`,
    '# Copyright Unicode, Inc.; Unicode License v3 (Unicode-3.0). Made by scripts/unicode/confusables.ts.',
    ...[...lines].map(([to, from]) => `${to} ${from.map((each) => hex(each.from)).join(' ')}`),
    '',
  ].join('\n')
}
