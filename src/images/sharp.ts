type Sharp = typeof import('sharp').default

let loading: Promise<Sharp> | undefined

/**
 * sharp, loaded on first use (its libraries cost start-up time and memory) and set up for this
 * program: one thread a picture, as many pictures in flight as there are cores; no cache, since no
 * file is read twice; and of libvips' readers only JPEG, and PNG for camera pictures and for pixels
 * that carry a profile (see encode.ts). Every other format is refused by content, process-wide.
 */
export function loadSharp(): Promise<Sharp> {
  loading ??= load()
  return loading
}

async function load(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadJpegFile',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadPngFile',
    ],
  })
  return sharp
}
