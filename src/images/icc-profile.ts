/** Profiles of display RGB, made of three primaries and one curve or one for each. */
export type MatrixProfile = {
  /** ASCII. */
  readonly name: string
  readonly white: Xyz
  /** Adapted to D50. */
  readonly colourants: readonly [Xyz, Xyz, Xyz]
  /** Tags of type curv or para; equal ones are stored once. */
  readonly curves: readonly [Buffer, Buffer, Buffer]
}

type Xyz = readonly [number, number, number]

/** An ICC version 2 display profile of some 500 bytes and the curves. */
export function matrixProfile({ name, white, colourants, curves }: MatrixProfile): Uint8Array {
  const tags: [name: string, data: Buffer][] = [
    ['desc', descriptionTag(name)],
    ['cprt', tag('text', [Buffer.from('No copyright, use freely\0', 'latin1')])],
    ['wtpt', xyzTag(white)],
    ['rXYZ', xyzTag(colourants[0])],
    ['gXYZ', xyzTag(colourants[1])],
    ['bXYZ', xyzTag(colourants[2])],
    ['rTRC', curves[0]],
    ['gTRC', curves[1]],
    ['bTRC', curves[2]],
  ]
  const table: Buffer[] = [uint32(tags.length)]
  const placed = new Map<string, { offset: number; data: Buffer }>()
  let end = 128 + 4 + tags.length * 12
  for (const [name, data] of tags) {
    const content = data.toString('latin1')
    const { offset } = placed.get(content) ?? { offset: end }
    if (offset === end) end += data.length
    placed.set(content, { offset, data })
    table.push(Buffer.from(name, 'latin1'), uint32(offset), uint32(data.length))
  }
  const contents = [...placed.values()].map(({ data }) => data)
  return Buffer.concat([header(end), ...table, ...contents])
}

/** A gamma, in 256ths. */
export const gammaCurve = (gamma: number): Buffer => tag('curv', [uint32(1), uint16(gamma)])

/** From 0…1 to linear 0…1, exact for every value of 8 bits. */
export const sampledCurve = (linear: (value: number) => number): Buffer =>
  tag('curv', [
    uint32(256),
    ...Array.from({ length: 256 }, (_, value) => {
      const sample = Math.round(linear(value / 255) * 65_535)
      return uint16(Math.min(65_535, Math.max(0, sample)))
    }),
  ])

/** An ICC version 2.1 header: display, RGB over XYZ, perceptual, the D50 illuminant. */
function header(size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(size, 0)
  bytes.writeUInt32BE(0x02100000, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  // A fixed date, so that equal pictures give equal files.
  bytes.set(
    [2000, 1, 1].flatMap((part) => [...uint16(part)]),
    24,
  )
  bytes.write('acsp', 36, 'latin1')
  bytes.set(
    [0.9642, 1, 0.8249].flatMap((part) => [...fixed(part)]),
    68,
  )
  return bytes
}

function tag(type: string, parts: Buffer[]): Buffer {
  const data = Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...parts])
  return Buffer.concat([data, Buffer.alloc(-data.length & 3)])
}

const xyzTag = (xyz: Xyz) => tag('XYZ ', xyz.map(fixed))

/** textDescriptionType: the ASCII text; its Unicode and Macintosh forms are empty. */
function descriptionTag(text: string): Buffer {
  const ascii = Buffer.from(`${text}\0`, 'latin1')
  return tag('desc', [uint32(ascii.length), ascii, Buffer.alloc(4 + 4 + 2 + 1 + 67)])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** ICC's s15Fixed16Number. */
function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65_536))
  return bytes
}
