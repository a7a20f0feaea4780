import { type Context, Hono } from 'hono'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { z } from 'zod'
import { type CameraPictureSize, cameraPictureSizes } from '../../contract/cameras/camera-specs.ts'
import { Camera, CameraChange, CameraImageAddress } from '../../contract/cameras/cameras.ts'
import { anonymousVisitor } from '../../contract/people/viewer.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { Env } from '../../http/env.ts'
import { matchesEtag } from '../../http/etag.ts'
import { readUpload } from '../../http/multipart.ts'
import { bytes, fileField } from '../../http/openapi/bytes.ts'
import { outOfReach, storing } from '../../http/openapi/openapi-errors.ts'
import { anybody, owner } from '../../http/route.ts'
import { json } from '../../http/validate.ts'
import type { Web } from '../../http/web.ts'
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

const picture = bytes('image/jpeg', 'image/png')

const form: OpenApi.SchemaObject = {
  type: 'object',
  properties: { cameraImage: fileField('image/*', 'a JPEG or PNG of at most 10 MiB') },
  required: ['cameraImage'],
}

/** Uploads, whose bodies are forms and not JSON. */
export const cameraUploadRoutes = ({ cameras }: { cameras: Cameras }) =>
  new Hono<Env>().put(
    '/cameras/:id/image/upload',
    owner(
      'Upload a camera’s picture',
      Camera,
      {
        413: 'The picture is larger than 10 MiB, or has too many pixels.',
        415: 'The file is neither a JPEG nor a PNG, or the body is not a form.',
        ...storing,
      },
      { form },
    ),
    async (c) => {
      c.env.server?.timeout(c.req.raw, pictureSeconds)
      const { received } = await readUpload(
        c.req.raw,
        { field: 'cameraImage', limit: pictureBytesLimit, tooLarge },
        (stream) => Array.fromAsync(stream).then((chunks) => Buffer.concat(chunks)),
        async () => undefined,
      )
      return c.json({ data: await cameras.setImageFromUpload(c.req.param('id'), received) })
    },
  )

export const cameraRoutes = ({ cameras }: { cameras: Cameras }, { cached }: Pick<Web, 'cached'>) =>
  new Hono<Env>()
    .get(
      '/cameras',
      anybody('Cameras of the visible photos', () => z.array(Camera())),
      cached.byPath,
      async (c) => {
        await cameras.prepare(c.get('viewer'))
        return c.json({ data: cameras.list(c.get('viewer')) })
      },
    )
    .get('/cameras/:id', anybody('A camera', Camera), cached.byPath, async (c) => {
      await cameras.prepare(c.get('viewer'))
      return c.json({ data: cameras.get(c.req.param('id'), c.get('viewer')) })
    })
    .put(
      '/cameras/:id',
      owner('Change a camera’s specifications', Camera),
      json(CameraChange),
      async (c) => c.json({ data: await cameras.change(c.req.param('id'), c.req.valid('json')) }),
    )
    .put(
      '/cameras/:id/image',
      owner('Set a camera’s picture from a web address', Camera, {
        400: 'The address is not allowed, does not respond, or is not a picture.',
        413: 'The picture is larger than 10 MiB, or has too many pixels.',
        ...storing,
      }),
      json(CameraImageAddress),
      async (c) => {
        c.env.server?.timeout(c.req.raw, pictureSeconds)
        const { url } = c.req.valid('json')
        return c.json({ data: await cameras.setImageFromAddress(c.req.param('id'), url) })
      },
    )
    .get('/cameras/:id/image', anybody('A camera’s picture', picture, outOfReach), (c) =>
      sendImage(c, cameras, c.req.param('id'), 'original'),
    )
    .get(
      '/cameras/:id/image/:size',
      anybody('A camera’s picture, resized', picture, outOfReach),
      (c) => sendImage(c, cameras, c.req.param('id'), sizeOf(c.req.param('size'))),
    )

async function sendImage(
  c: Context<Env>,
  cameras: Cameras,
  id: string,
  size: CameraPictureSize,
): Promise<Response> {
  await cameras.prepare(c.get('viewer'))
  await cameras.prepare(anonymousVisitor)
  const image = cameras.image(id, size, c.get('viewer'))
  const { format, etag, isOpen } = image
  const headers = { 'Cache-Control': isOpen ? publicCaching : privateCaching, ETag: etag }
  if (matchesEtag(c.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  const file = await cameras.imageFile(image).finally(() => {
    // Its last visible photo may have been hidden while the file was fetched, or was not.
    cameras.image(id, size, c.get('viewerNow')())
  })
  return new Response(Bun.file(file.path), {
    headers: { ...headers, 'Content-Type': `image/${format}` },
  })
}

/** @throws AppError 404 */
function sizeOf(text: string): CameraPictureSize {
  const size = cameraPictureSizes.find((size) => String(size) === text)
  if (size === undefined) throw notFound()
  return size
}
