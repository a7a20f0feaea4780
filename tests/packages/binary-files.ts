/** What the header of a program or library says it is for. */
export type BinaryFile = {
  readonly format: 'elf' | 'mach-o' | 'pe'
  readonly cpu: 'x64' | 'arm64' | undefined
  /** The program that loads it, which only dynamic ELF programs name. */
  readonly loader?: string
  readonly isSigned?: boolean
}

const cpus = { elf: [0x3e, 0xb7], 'mach-o': [0x0100_0007, 0x0100_000c], pe: [0x8664, 0xaa64] }
const cpuOf = (format: BinaryFile['format'], machine: number) =>
  (['x64', 'arm64'] as const)[cpus[format].indexOf(machine)]

/** Undefined for anything but a 64-bit, little-endian program or library at `start`. */
export function readBinaryFile(bytes: Buffer, start = 0): BinaryFile | undefined {
  const file = bytes.subarray(start)
  const elfHeaderSize = 64
  if (file.readUInt32BE(0) === 0x7f45_4c46 && file.readUInt16LE(52) === elfHeaderSize) {
    const loader = interpreterOf(file)
    return { format: 'elf', cpu: cpuOf('elf', file.readUInt16LE(18)), ...(loader && { loader }) }
  }
  if (file.readUInt32LE(0) === 0xfeed_facf) {
    const cpu = cpuOf('mach-o', file.readUInt32LE(4))
    return { format: 'mach-o', cpu, isSigned: hasSignature(file) }
  }
  const header = file.toString('latin1', 0, 2) === 'MZ' ? file.readUInt32LE(0x3c) : 0
  if (header === 0 || header > 4096 || file.toString('latin1', header, header + 4) !== 'PE\0\0') {
    return undefined
  }
  return { format: 'pe', cpu: cpuOf('pe', file.readUInt16LE(header + 4)) }
}

/** The path in the PT_INTERP segment. */
function interpreterOf(elf: Buffer): string | undefined {
  const table = Number(elf.readBigUInt64LE(32))
  for (let index = 0; index < elf.readUInt16LE(56); index++) {
    const entry = table + index * elf.readUInt16LE(54)
    if (elf.readUInt32LE(entry) !== 3) continue
    const offset = Number(elf.readBigUInt64LE(entry + 8))
    const size = Number(elf.readBigUInt64LE(entry + 32))
    return elf.toString('latin1', offset, offset + size - 1)
  }
  return undefined
}

/** LC_CODE_SIGNATURE, without which macOS on arm64 starts nothing. */
function hasSignature(macho: Buffer): boolean {
  let command = 32
  for (let left = macho.readUInt32LE(16); left > 0; left--) {
    if (macho.readUInt32LE(command) === 0x1d) return true
    command += macho.readUInt32LE(command + 4)
  }
  return false
}
