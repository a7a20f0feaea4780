/** 'unsupported' is a type of JPEG that browsers do not show. */
export type JpegErrorCode = 'not-jpeg' | 'incomplete' | 'damaged' | 'unsupported'

/** The only error that `walkJpeg` throws. Its message is for a person. */
export class JpegError extends Error {
  override readonly name = 'JpegError'

  constructor(
    readonly code: JpegErrorCode,
    message: string,
  ) {
    super(message)
  }
}

type Scan = { start: number; end: number }

/** Offsets are bytes from the start of the file. */
export type JpegSegment = {
  /** The marker's second byte, 0xe1 for APP1. */
  marker: number
  /** The offset of the marker's own 0xff, without fill bytes before it. */
  start: number
  payload: number
  end: number
  /** The entropy-coded data after a scan header (SOS), without fill bytes. */
  scan: Scan | null
}

/** The picture's frame header (SOF), before any orientation is applied. */
type JpegFrame = {
  /** 0xc0 baseline, 0xc1 extended sequential, 0xc2 progressive. */
  marker: number
  width: number
  height: number
  /** 1 grey, 3 colour, 4 CMYK or YCCK. */
  components: number
  precision: number
  progressive: boolean
}

export type JpegStructure = {
  /** Between start and end of image, in the order of the file. */
  segments: JpegSegment[]
  frame: JpegFrame
  /** The offset after the picture's own end of image; what follows is a trailer. */
  end: number
}

export const marker = {
  dnl: 0xdc,
  sos: 0xda,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
} as const

const soi = 0xd8
const eoi = 0xd9
const tem = 0x01
const com = 0xfe

// Far more than any encoder writes; files with more are made to cost time and memory.
const maxSegments = 20_000
const maxScans = 100

/**
 * Finds the segments of a JPEG without decoding it.
 * @throws {JpegError} 'not-jpeg' for other files, 'incomplete' if the file ends before its image,
 * 'damaged' or 'unsupported'.
 */
export function walkJpeg(bytes: Uint8Array): JpegStructure {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  checkStart(file)

  const segments: JpegSegment[] = []
  let frame: JpegFrame | null = null
  let scans = 0
  let position = 2
  for (;;) {
    const start = findMarker(file, position, scans > 0)
    const code = file[start + 1]!
    if (code === eoi) {
      return { segments, frame: requirePicture(frame, scans), end: start + 2 }
    }
    const segment = readSegment(file, start, code)
    position = segment.end

    if (isFrame(code)) {
      if (frame) throw damaged('it has two frame headers')
      frame = readFrame(file, segment)
    } else if (code === marker.sos) {
      if (!frame) throw damaged('it has a scan before its frame header')
      scans++
      segment.scan = findScan(file, segment, scans)
      position = segment.scan.end
    }

    segments.push(segment)
    if (segments.length > maxSegments) throw unsupported('too many segments')
  }
}

function requirePicture(frame: JpegFrame | null, scans: number): JpegFrame {
  if (!frame || scans === 0) throw damaged('it contains no picture')
  return frame
}

/** The data after a scan's header; `scans` counts it and those before it. */
function findScan(file: Buffer, { end: start }: JpegSegment, scans: number): Scan {
  if (scans > maxScans) throw unsupported('too many scans')
  return { start, end: withoutFill(file, findMarker(file, start, true), start) }
}

function checkStart(file: Buffer): void {
  const isPrefix = [0xff, soi, 0xff].every((byte, at) => at >= file.length || file[at] === byte)
  if (!isPrefix) throw new JpegError('not-jpeg', 'this is not a JPEG file')
  if (file.length < 4) throw incomplete()
}

/**
 * Before the first scan every marker with a payload counts; afterwards only those that can follow a
 * scan, because scan data can contain the others.
 */
function findMarker(file: Buffer, from: number, isScanData: boolean): number {
  let at = from
  for (;;) {
    // indexOf instead of single steps: 15 MB of scan data have about 60,000 of these bytes.
    if (file[at] !== 0xff) at = file.indexOf(0xff, at)
    if (at < 0 || at + 1 >= file.length) throw incomplete()
    const code = file[at + 1]!
    // A fill byte: the marker is further on.
    if (code === 0xff) at += 1
    else if (isScanData ? endsScanData(code) : !hasNoLength(code)) return at
    else at += 2
  }
}

/** Whether a marker can end scan data; libjpeg skips every other one. */
function endsScanData(code: number): boolean {
  return (
    code === 0xc4 || // DHT
    (code >= 0xd9 && code <= 0xdd) || // EOI, SOS, DQT, DNL, DRI
    (code >= 0xe0 && code <= 0xef) || // APPn
    code === com
  )
}

/** Stuffed zero, TEM and the restart markers have no length. */
function hasNoLength(code: number): boolean {
  return code === 0 || code === tem || (code >= 0xd0 && code <= 0xd7)
}

function readSegment(file: Buffer, start: number, code: number): JpegSegment {
  const exotic = exoticTypes.find(([, codes]) => codes.includes(code))
  if (exotic) throw unsupported(exotic[0])
  if (!isKnown(code)) throw damaged('it has an unknown segment')
  if (start + 4 > file.length) throw incomplete()
  const length = file.readUInt16BE(start + 2)
  if (length < 2) throw damaged('it has an invalid segment length')
  const end = start + 2 + length
  if (end > file.length) throw incomplete()
  return { marker: code, start, payload: start + 4, end, scan: null }
}

function isKnown(code: number): boolean {
  return code === com || (code >= 0xc0 && code <= 0xef && code !== soi)
}

/** The frames and other segments (ITU-T T.81, table B.1) of pictures that browsers do not show. */
const exoticTypes: [name: string, codes: number[]][] = [
  ['lossless', [0xc3, 0xcb]],
  ['hierarchical', [0xc5, 0xc6, 0xc7, 0xcd, 0xce, 0xcf, 0xde, 0xdf]],
  ['arithmetic coding', [0xc9, 0xca, 0xcc]],
  ['JPEG extension', [0xc8]],
  ['JPEG-LS', [0xf7]],
]

const isFrame = (code: number) => code >= 0xc0 && code <= 0xc2

function readFrame(file: Buffer, segment: JpegSegment): JpegFrame {
  const { marker: code, payload, end } = segment
  if (end - payload < 6) throw damaged('its frame header is too short')
  const precision = file[payload]!
  const height = file.readUInt16BE(payload + 1)
  const width = file.readUInt16BE(payload + 3)
  const components = file[payload + 5]!
  if (end - payload < 6 + 3 * components) throw damaged('its frame header is too short')
  if (width === 0 || height === 0) throw unsupported('no width or height in the frame header')
  if (precision !== 8) throw unsupported(`${precision} bits per sample`)
  if (components !== 1 && components !== 3 && components !== 4) {
    throw unsupported(`${components} colour components`)
  }
  return { marker: code, width, height, components, precision, progressive: code === 0xc2 }
}

/** Moves back over fill bytes before a marker, which belong to no segment. */
function withoutFill(file: Buffer, at: number, from: number): number {
  let end = at
  while (end > from && file[end - 1] === 0xff) end -= 1
  return end
}

export const incompleteMessage = 'file is incomplete'

export const incomplete = () => new JpegError('incomplete', incompleteMessage)
const damaged = (how: string) => new JpegError('damaged', `the file is damaged: ${how}`)
export const unsupported = (what: string) =>
  new JpegError('unsupported', `unsupported JPEG: ${what}`)
