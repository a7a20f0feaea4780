type Sharp = typeof import('sharp').default

let loading: Promise<Sharp> | undefined

/**
 * sharp, loaded on first use (its libraries cost startup time and memory) and configured: one
 * thread per picture and as many pictures at a time as there are cores; no cache, since no file is
 * read twice; and of libvips' readers only JPEG, and PNG for camera pictures and for pixels with a
 * profile (see encode.ts). Every other format is rejected by content, process-wide.
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
