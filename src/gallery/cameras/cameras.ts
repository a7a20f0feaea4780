import { cameraName } from '../../contract/cameras/camera-name.ts'
import {
  type CameraPictureSize,
  type CameraSpecs,
  cameraPictureSizes,
  cameraSpecs,
  type SpecKind,
} from '../../contract/cameras/camera-specs.ts'
import type { Camera, CameraChange } from '../../contract/cameras/cameras.ts'
import { anonymousVisitor, ownerViewer, type Viewer } from '../../contract/people/viewer.ts'
import { diskFull } from '../../core/database/disk-full.ts'
import type { Store } from '../../core/database/open.ts'
import { notFound } from '../../core/errors.ts'
import { warn } from '../../core/log.ts'
import { createNameOrder } from '../../core/natural-order.ts'
import type { RenderQueue } from '../../images/render-queue.ts'
import { randomFileName } from '../../storage/library.ts'
import type { LocalFile, Media } from '../../storage/media.ts'
import { cameraImageKey } from '../../storage/media-keys.ts'
import type { Intents } from '../photos/intents.ts'
import type { Photos } from '../photos/photos.ts'
import { type CountedPhotos, createCameraCounts, prepareCameraCounts } from './camera-counts.ts'
import type { FetchImage } from './fetch-image.ts'
import { fetchImageLazily } from './fetch-image-lazily.ts'
import { type CameraPicture, makeCameraPicture } from './picture.ts'
import { type CameraRow, type CameraStore, cameraStore } from './store.ts'

export type CameraImageFile = {
  readonly key: string
  readonly format: 'jpeg' | 'png'
  readonly etag: string
  /** Anonymous visitors may see it, so shared caches may store it. */
  readonly isOpen: boolean
}

export type Cameras = ReturnType<typeof createCameras>

type Parts = {
  store: Store
  photos: CountedPhotos & Pick<Photos, 'cameraIdOf'>
  intents: Intents
  media: Media
  queue: RenderQueue
  fetchImage?: FetchImage
}

/** For visitors a camera exists if one of its photos is visible; its count may still be 0. */
export function createCameras(parts: Parts) {
  const { store, photos, media } = parts
  const cameras = cameraStore(store, photos.cameraIdOf)
  const counts = createCameraCounts(store.version, photos)

  /** @throws AppError 404, also for a camera that the viewer may not see. */
  const get = (id: string, viewer: Viewer): Camera => {
    const row = requireRow(cameras, id)
    const photoCount = counts.of(viewer).get(row.id)
    if (photoCount === undefined) throw notFound()
    return toCamera(row, photoCount)
  }

  return {
    /** Counts the photos of a visitor's cameras, if they are not known, without blocking for long. */
    prepare: prepareCameraCounts(counts, photos),
    /** Sorted by name. */
    list: (viewer: Viewer): Camera[] => {
      const photoCounts = counts.of(viewer)
      const all = cameras.all().flatMap((row) => {
        const photoCount = photoCounts.get(row.id)
        return photoCount === undefined ? [] : [toCamera(row, photoCount)]
      })
      return all.sort((a, b) => byName(a.name, b.name) || byId(a, b))
    },
    get,
    /** The id of the camera that this one is a spelling of, for every viewer. */
    idOf: (id: string): string => cameras.byId(id)?.id ?? id,
    change: (id: string, change: CameraChange): Promise<Camera> =>
      store.write(() => {
        const row = requireRow(cameras, id)
        const given = Object.entries(change).filter(([, value]) => value !== undefined)
        const specs = { ...JSON.parse(row.specs), ...Object.fromEntries(given) }
        cameras.setSpecs(row.id, JSON.stringify(specs))
        return get(id, ownerViewer)
      }),
    ...createImageChanges(parts, cameras, (id) => get(id, ownerViewer)),
    /** @throws AppError 404 if the file is missing. */
    imageFile: ({ key }: CameraImageFile): Promise<LocalFile> => requireFile(media, key),
    /** @throws AppError 404 if the viewer cannot see the camera or it has no picture. */
    image: (id: string, size: CameraPictureSize, viewer: Viewer): CameraImageFile => {
      const row = requireRow(cameras, id)
      if (!counts.of(viewer).has(row.id)) throw notFound()
      const { image } = row
      if (image === null) throw notFound()
      return {
        key: cameraImageKey(image, size),
        format: image.endsWith('png') ? 'png' : 'jpeg',
        etag: `"${image}-${size}"`,
        isOpen: counts.of(anonymousVisitor).has(row.id),
      }
    },
  }
}

/** Renders, stores and replaces the pictures of cameras; each change returns the camera. */
function createImageChanges(parts: Parts, cameras: CameraStore, cameraOf: (id: string) => Camera) {
  const { store, intents, media, queue, fetchImage = fetchImageLazily } = parts

  /** A crash leaves either the old or the new picture. */
  const replaceImage = async (id: string, picture: CameraPicture): Promise<Camera> => {
    if (!(await media.hasSpace('photos'))) throw diskFull()
    const image = randomFileName().replace(/jpg$/, picture.format)
    const added = { files: imageKeys(image) }
    const adding = await store.note(() => intents.begin('ingest', added))
    try {
      for (const { size, bytes } of picture.files) {
        await media.addBytes(cameraImageKey(image, size), bytes)
      }
      const { camera, removed } = await store.write(() => {
        const row = requireRow(cameras, id)
        cameras.setImage(row.id, image)
        intents.complete(adding)
        const removed =
          row.image === null ? [] : [intents.beginDeletion({ files: imageKeys(row.image) })]
        return { camera: cameraOf(id), removed }
      })
      await intents.execute(removed).catch(logLeftovers)
      return camera
    } catch (error) {
      await intents.undo(adding, added, error).catch(logLeftovers)
      throw error
    }
  }
  const setImage = async (id: string, bytes: Uint8Array): Promise<Camera> => {
    const picture = await queue.forImport(() => makeCameraPicture(bytes))
    return media.during(() => replaceImage(id, picture))
  }

  return {
    /** @throws AppError 404, 400 not decodable, 415 neither JPEG nor PNG. */
    setImageFromUpload: async (id: string, bytes: Uint8Array): Promise<Camera> => {
      requireRow(cameras, id)
      return setImage(id, bytes)
    },
    /** @throws AppError 404, 400 with the reason if the address or the file is unsuitable, 413. */
    setImageFromAddress: async (id: string, address: string): Promise<Camera> => {
      requireRow(cameras, id)
      return setImage(id, await fetchImage(address))
    },
    /** Renders all sizes again from the largest, if that is undamaged. @throws AppError 404. */
    remakeImage: async (id: string): Promise<void> => {
      const { image } = requireRow(cameras, id)
      if (image === null) throw notFound()
      const file = await requireFile(media, cameraImageKey(image, 'original'))
      await setImage(id, await Bun.file(file.path).bytes())
    },
  }
}

function requireRow(cameras: CameraStore, id: string): CameraRow {
  const row = cameras.byId(id)
  if (!row) throw notFound()
  return row
}

async function requireFile(media: Media, key: string): Promise<LocalFile> {
  const file = await media.open(key)
  if (!file) throw notFound()
  return file
}

const imageKeys = (image: string) =>
  [...cameraPictureSizes, 'original' as const].map((size) => cameraImageKey(image, size))

const byName = createNameOrder()
const byId = (a: Camera, b: Camera) => (a.id < b.id ? -1 : 1)

function unknownOf(kind: SpecKind) {
  if (kind === 'text') return ''
  return kind === 'boolean' ? null : 0
}
const unknownSpecs = Object.fromEntries(
  cameraSpecs.map(({ key, kind }) => [key, unknownOf(kind)]),
) as CameraSpecs

function toCamera(row: CameraRow, photoCount: number): Camera {
  return {
    ...unknownSpecs,
    ...(JSON.parse(row.specs) as Partial<CameraSpecs>),
    id: row.id,
    image: row.image === null ? '' : addressOf(row.id, row.image),
    name: cameraName(row.make, row.model) ?? row.model,
    make: row.make,
    model: row.model,
    cameraModel: row.model,
    photoCount,
  }
}

/** Contains the picture's own name, so that a new picture has a new address. */
const addressOf = (id: string, image: string) =>
  `/api/cameras/${encodeURIComponent(id)}/image?v=${image.slice(0, 8)}`

const logLeftovers = (failure: unknown) => {
  warn(
    `Leftover files of a camera picture will be cleaned up at the next start: ${String(failure)}`,
  )
}
