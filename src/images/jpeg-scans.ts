import { type JpegStructure, marker, unsupported } from './jpeg.ts'

/**
 * A decoder visits every block of a component once per scan: a 100-megapixel file with ten scans
 * takes 25 million visits and 2 s, one of 600 KB with 500 scans more than a minute.
 */
const maxBlockVisits = 100e6

/** Per block. */
const coefficients = 64

type Component = { readonly id: number; readonly blocks: number }
type Scan = {
  readonly components: Component[]
  /** The first and last coefficient in the scan, and their lowest bit. */
  readonly first: number
  readonly last: number
  readonly lowestBit: number
}

/** @throws {JpegError} 'unsupported' for a file whose scans would take too long to decode. */
export function limitScans(bytes: Uint8Array, structure: JpegStructure): void {
  let visits = 0
  for (const { components } of scansOf(bytes, structure)) {
    for (const { blocks } of components) visits += blocks
  }
  if (visits > maxBlockVisits) throw unsupported('too many scans')
}

/** Whether every bit of every coefficient is there; a file can be cut between two scans. */
export function hasAllScans(bytes: Uint8Array, structure: JpegStructure): boolean {
  const carried = new Map(componentsOf(bytes, structure).map(({ id }) => [id, new Set<number>()]))
  for (const { components, first, last, lowestBit } of scansOf(bytes, structure)) {
    if (lowestBit !== 0) continue
    for (const { id } of components) {
      for (let at = first; at <= last; at++) carried.get(id)!.add(at)
    }
  }
  return [...carried.values()].every(({ size }) => size === coefficients)
}

function componentsOf(bytes: Uint8Array, { segments, frame }: JpegStructure): Component[] {
  const { payload } = segments.find(({ marker: code }) => code === frame.marker)!
  const found = Array.from({ length: frame.components }, (_, index) => {
    const at = payload + 6 + 3 * index
    const [id = 0, sampling = 0] = bytes.subarray(at, at + 2)
    return { id, across: sampling >> 4 || 1, down: sampling & 15 || 1 }
  })
  const across = Math.max(...found.map((component) => component.across))
  const down = Math.max(...found.map((component) => component.down))
  return found.map((component) => {
    const columns = Math.ceil((frame.width * component.across) / across / 8)
    const rows = Math.ceil((frame.height * component.down) / down / 8)
    return { id: component.id, blocks: columns * rows }
  })
}

/** The scans by their headers (ITU-T T.81, B.2.3); in a sequential picture each contains all. */
function* scansOf(bytes: Uint8Array, structure: JpegStructure): Generator<Scan> {
  const known = componentsOf(bytes, structure)
  for (const { marker: code, payload, end } of structure.segments) {
    if (code !== marker.sos) continue
    const count = bytes[payload] ?? 0
    const parameters = payload + 1 + 2 * count
    if (parameters + 3 > end) continue
    const ids = Array.from({ length: count }, (_, index) => bytes[payload + 1 + 2 * index])
    const components = known.filter(({ id }) => ids.includes(id))
    const [first = 0, last = 0, bits = 0] = bytes.subarray(parameters, parameters + 3)
    yield structure.frame.progressive
      ? { components, first, last: Math.min(last, coefficients - 1), lowestBit: bits & 15 }
      : { components, first: 0, last: coefficients - 1, lowestBit: 0 }
  }
}
