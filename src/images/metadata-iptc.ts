/** Distinct values of record 2 by dataset number, a character per byte; isUtf8 is from 1:90. */
export type IptcRecord = { isUtf8: boolean; datasets: Map<number, Set<string>> }

const signatures = new Set(['8BIM', 'PHUT', 'DCSR', 'AgHg', 'MeSa'])
const iptcResource = 0x0404

// Ten times the longest list that is kept, the keywords.
const maxValues = 1000

/**
 * Resources too large for one segment continue in the next, wherever they were split (XMP part 3,
 * 1.1.3.1), so the payloads are joined. Several IPTC resources are read as one record.
 */
export function readIptc(photoshop: readonly Uint8Array[]): IptcRecord {
  const record: IptcRecord = { isUtf8: false, datasets: new Map() }
  for (const resource of iptcResources(Buffer.concat(photoshop))) addDatasets(record, resource)
  return record
}

/** Photoshop file formats, image resource blocks: signature, id, padded name, size, padded data. */
function* iptcResources(block: Buffer): Generator<Buffer> {
  let position = 0
  while (position + 12 <= block.length) {
    if (!signatures.has(block.toString('latin1', position, position + 4))) {
      // After a resource with a wrong size or without padding, the next one still counts.
      position = block.indexOf('8BIM', Math.max(position - 1, 0), 'latin1')
      if (position < 0) return
      continue
    }
    const nameLength = block.readUInt8(position + 6) + 1
    const sizeAt = position + 6 + nameLength + (nameLength % 2)
    if (sizeAt + 4 > block.length) return
    const start = sizeAt + 4
    const end = start + block.readUInt32BE(sizeAt)
    if (block.readUInt16BE(position + 4) === iptcResource) yield block.subarray(start, end)
    position = end + (end % 2 === position % 2 ? 0 : 1)
  }
}

/** IPTC-IIM 4.2, section 1.6: 1C, record, dataset, size, value. */
function addDatasets(record: IptcRecord, resource: Buffer): void {
  let position = resource.findIndex((_, at) => isDatasetStart(resource, at))
  while (position >= 0 && position + 5 <= resource.length && resource[position] === 0x1c) {
    const { start, size } = sizeOf(resource, position)
    const value = resource.subarray(start, start + size)
    if (value.length < size) return
    addDataset(record, resource.readUInt16BE(position + 1), value)
    position = start + size
  }
}

// The value's size, or with the highest bit the size of its size, for values above 32 KB.
function sizeOf(resource: Buffer, position: number): { start: number; size: number } {
  const start = position + 5
  const short = resource.readUInt16BE(position + 3)
  if (short <= 0x7fff) return { start, size: short }
  const bytes = short & 0x7fff
  if (bytes < 1 || bytes > 4 || start + bytes > resource.length) return { start, size: Infinity }
  return { start: start + bytes, size: resource.readUIntBE(start, bytes) }
}

function isDatasetStart(resource: Buffer, at: number): boolean {
  return resource[at] === 0x1c && (resource[at + 1] === 1 || resource[at + 1] === 2)
}

function addDataset(record: IptcRecord, id: number, value: Buffer): void {
  if (id === 0x015a) record.isUtf8 = value.toString('latin1') === '\x1b%G'
  if (id >> 8 !== 2) return
  // Programs that write a second IPTC resource repeat the first one's values in it.
  const values = record.datasets.get(id & 255) ?? new Set()
  record.datasets.set(id & 255, values)
  if (values.size < maxValues) values.add(value.toString('latin1'))
}
