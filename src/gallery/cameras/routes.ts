import { type CameraPictureSize, cameraPictureSizes } from '../../contract/cameras/camera-specs.ts'
import { CameraChange, CameraImageAddress } from '../../contract/cameras/cameras.ts'
import { anonymousVisitor } from '../../contract/people/viewer.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { readUpload } from '../../http/multipart.ts'
import type { ResponseCache } from '../../http/response-cache.ts'
import { handle } from '../../http/route.ts'
import { json } from '../../http/validate.ts'
import type { Cameras } from './cameras.ts'
import { pictureBytesLimit } from './picture-bytes.ts'

/** Fetching and rendering may take this long while others are waiting. */
const pictureSeconds = 60

/**
 * The versioned address changes with the picture, but the plain one must show a new picture too,
 * and a camera disappears for visitors with its last public photo: within a minute even from shared
 * caches.
 */
const publicCaching = 'public, max-age=45'
const privateCaching = 'private, no-cache'

const tooLarge = () => new AppError(413, 'the picture is larger than the limit of 10 MiB')

export function cameraHandlers({ cameras, cached }: { cameras: Cameras; cached: ResponseCache }) {
  return {
    list: handle(cached.byPath, async (c) => {
      await cameras.prepare(c.get('viewer'))
      return c.json({ data: cameras.list(c.get('viewer')) })
    }),
    get: handle(cached.byPath, async (c) => {
      await cameras.prepare(c.get('viewer'))
      return c.json({ data: cameras.get(c.req.param('id') ?? '', c.get('viewer')) })
    }),
    change: handle(json(CameraChange), async (c) =>
      c.json({ data: await cameras.change(c.req.param('id') ?? '', c.req.valid('json')) }),
    ),
    upload: handle(async (c) => {
      c.env.server?.timeout(c.req.raw, pictureSeconds)
      const { received } = await readUpload(
        c.req.raw,
        { field: 'cameraImage', limit: pictureBytesLimit, tooLarge },
        (stream) => Array.fromAsync(stream).then((chunks) => Buffer.concat(chunks)),
        async () => undefined,
      )
      return c.json({ data: await cameras.setImageFromUpload(c.req.param('id') ?? '', received) })
    }),
    fetchImage: handle(json(CameraImageAddress), async (c) => {
      c.env.server?.timeout(c.req.raw, pictureSeconds)
      const { url } = c.req.valid('json')
      return c.json({ data: await cameras.setImageFromAddress(c.req.param('id') ?? '', url) })
    }),
    image: handle(async (c) => {
      const id = c.req.param('id') ?? ''
      const size = sizeOf(c.req.param('size'))
      await cameras.prepare(c.get('viewer'))
      await cameras.prepare(anonymousVisitor)
      const image = cameras.image(id, size, c.get('viewer'))
      const { format, etag, isOpen } = image
      const headers = { 'Cache-Control': isOpen ? publicCaching : privateCaching, ETag: etag }
      if (c.req.header('if-none-match')?.includes(etag)) {
        return new Response(null, { status: 304, headers })
      }
      const file = await cameras.imageFile(image).finally(() => {
        // Its last visible photo may have been hidden while the file was fetched, or was not.
        cameras.image(id, size, c.get('viewerNow')())
      })
      return new Response(Bun.file(file.path), {
        headers: { ...headers, 'Content-Type': `image/${format}` },
      })
    }),
  }
}

function sizeOf(text: string | undefined): CameraPictureSize {
  if (text === undefined) return 'original'
  const size = cameraPictureSizes.find((size) => String(size) === text)
  if (size === undefined) throw notFound()
  return size
}
