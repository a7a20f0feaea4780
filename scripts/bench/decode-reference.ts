/**
 * The reference for an import: `bun decode-reference.ts LANES FILE…` decodes each file once with
 * shrink-on-load, as many at a time as the import does, and prints how long that took.
 */
import sharp from 'sharp'
import { inLanes } from './measure.ts'

sharp.concurrency(1)
sharp.cache(false)
const [lanes = '1', ...files] = process.argv.slice(2)

const decode = (file: string) =>
  sharp(file, { ignoreIcc: true })
    .resize({ width: 2025, height: 1350, fit: 'outside' })
    .raw()
    .toBuffer()

// Warms up: loading and compiling once is not part of a decode.
await decode(files[0]!)
const begun = performance.now()
const cpuBefore = process.cpuUsage()
await inLanes(Number(lanes), files.length, (index) => decode(files[index]!))
const { user, system } = process.cpuUsage(cpuBefore)
console.log(
  JSON.stringify({
    cpuMs: (user + system) / 1000 / files.length,
    wallMs: (performance.now() - begun) / files.length,
  }),
)
