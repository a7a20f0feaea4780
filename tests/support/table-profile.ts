import { readCurve, readIcc, readXyz } from '../../src/images/icc-tags.ts'

/**
 * The colour space of a matrix profile as a table of Lab values (ICC.1:2001-04, lut16Type), which is
 * what scanners, printers and profiling programs make: `grid` 44 gives 511 KB.
 */
export function tableProfile(matrix: Uint8Array, grid: number): Uint8Array {
  const { tags } = readIcc(matrix)!
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => readXyz(tags.get(name))!)
  const curve = readCurve(tags.get('rTRC'))!
  const values: number[] = []
  const levels = Array.from({ length: grid }, (_, step) => curve(step / (grid - 1)))
  for (const red of levels) {
    for (const green of levels) {
      for (const blue of levels) {
        const xyz = [0, 1, 2].map(
          (axis) =>
            columns[0]![axis]! * red + columns[1]![axis]! * green + columns[2]![axis]! * blue,
        )
        values.push(...labOf(xyz))
      }
    }
  }
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1].map((value) => value * 65_536)
  const table = Buffer.alloc(52 + 12 + 2 * values.length + 12)
  table.write('mft2', 'latin1')
  table.set([3, 3, grid], 8)
  for (const [index, value] of identity.entries()) table.writeUInt32BE(value, 12 + 4 * index)
  table.writeUInt16BE(2, 48)
  table.writeUInt16BE(2, 50)
  const straight = [0, 65_535, 0, 65_535, 0, 65_535]
  for (const [index, value] of [...straight, ...values, ...straight].entries()) {
    table.writeUInt16BE(value, 52 + 2 * index)
  }
  return profile([
    ['wtpt', tags.get('wtpt')!],
    ['A2B0', table],
  ])
}

/** Lab as lut16 encodes it, relative to D50. */
function labOf(xyz: number[]): number[] {
  const [x = 0, y = 0, z = 0] = [0.9642, 1, 0.8249].map((white, axis) => {
    const value = Math.max(0, xyz[axis]! / white)
    return value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116
  })
  const lab = [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  const encoded = [lab[0]! * 652.8, (lab[1]! + 128) * 256, (lab[2]! + 128) * 256]
  return encoded.map((value) => Math.min(65_535, Math.max(0, Math.round(value))))
}

function profile(tags: [string, Uint8Array][]): Uint8Array {
  const given = tags
  const header = Buffer.alloc(128)
  header.writeUInt32BE(0x02100000, 8)
  header.write('scnrRGB Lab ', 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  header.writeInt32BE(Math.round(0.9642 * 65_536), 68)
  header.writeInt32BE(65_536, 72)
  header.writeInt32BE(Math.round(0.8249 * 65_536), 76)
  const table = Buffer.alloc(4 + 12 * given.length)
  table.writeUInt32BE(given.length, 0)
  let offset = header.length + table.length
  for (const [index, [name, data]] of given.entries()) {
    table.write(name, 4 + 12 * index, 'latin1')
    table.writeUInt32BE(offset, 8 + 12 * index)
    table.writeUInt32BE(data.length, 12 + 12 * index)
    offset += data.length
  }
  header.writeUInt32BE(offset, 0)
  return Buffer.concat([header, table, ...given.map(([, data]) => data)])
}
