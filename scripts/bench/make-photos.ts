/**
 * Writes one JPEG: `bun make-photos.ts KIND FILE [NUMBER]`. A separate program, because it needs
 * far more memory than the benchmark itself.
 */
import sharp from 'sharp'

sharp.concurrency(1)
sharp.cache(false)
const [kind = '', file = '', number = '0'] = process.argv.slice(2)

switch (kind) {
  case 'plain':
    await plain(6000, 4000).then((image) => image.jpeg({ quality: 92 }).toFile(file))
    break
  case 'small':
    await plain(640, 426).then((image) => image.jpeg({ quality: 80 }).toFile(file))
    break
  case 'progressive-100':
    // 99.99 megapixels, just below the limit.
    await plain(12_244, 8166).then((image) =>
      image.jpeg({ quality: 85, progressive: true }).toFile(file),
    )
    break
  case 'progressive-100-full':
    // Full colour resolution: twice the coefficients to keep until the last scan.
    await plain(12_244, 8166).then((image) =>
      image.jpeg({ quality: 85, progressive: true, chromaSubsampling: '4:4:4' }).toFile(file),
    )
    break
  case 'tall-72':
    await plain(4240, 16_980).then((image) => image.jpeg({ quality: 85 }).toFile(file))
    break
  case 'progressive-268':
    await sharp({
      create: { width: 16_384, height: 16_383, channels: 3, background: '#446688' },
      limitInputPixels: false,
    })
      .jpeg({ quality: 50, progressive: true })
      .toFile(file)
    break
  default:
    throw new Error(`unknown kind "${kind}"`)
}

/** Soft colours with sensor-like noise, so that the bytes per pixel are like a camera's. */
async function plain(width: number, height: number) {
  const blobs = Buffer.alloc(60 * 40 * 3)
  let seed = (Number(number) + 1) * 2_654_435_761
  const random = () => {
    seed ^= seed << 13
    seed ^= seed >>> 17
    seed ^= seed << 5
    return seed >>> 0
  }
  for (let at = 0; at < blobs.length; at++) blobs[at] = random() & 255
  const { data } = await sharp(blobs, { raw: { width: 60, height: 40, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at += 3) {
    const bits = random()
    const sum = (bits & 15) + ((bits >>> 4) & 15) + ((bits >>> 8) & 15) + ((bits >>> 12) & 15)
    const noise = Math.trunc((sum - 30) * 0.6)
    for (let channel = at; channel < at + 3; channel++) {
      data[channel] = Math.min(255, Math.max(0, data[channel]! + noise))
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })
}
