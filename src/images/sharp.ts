import { openNativeAddon } from './native-addon.ts'

type Sharp = typeof import('sharp').default

let loading: Promise<Sharp> | undefined

/**
 * Loaded on first use, as it costs startup time and memory. One thread per picture and one picture
 * per core; no cache, since no file is read twice; of libvips' readers only JPEG, and PNG for
 * camera pictures and profiled pixels. Other formats are rejected by content, process-wide.
 */
export function loadSharp(): Promise<Sharp> {
  loading ??= load().catch((error: unknown) => {
    // The reason, for example a full disk, may be gone at the next picture.
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<Sharp> {
  await openNativeAddon()
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

/** Allows the readers of renditions too, to verify files that this program has written. */
export async function allowRenditionReaders(): Promise<void> {
  const sharp = await loadSharp()
  sharp.unblock({
    operation: ['VipsForeignLoadWebpBuffer', 'VipsForeignLoadHeifBuffer'],
  })
}
