import { cameraName } from '../../contract/cameras/camera-name.ts'
import { cameraPictureSizes } from '../../contract/cameras/camera-specs.ts'
import type { MediaFiles } from '../../storage/media-files.ts'
import { cameraImageKey } from '../../storage/media-keys.ts'
import { atAStrokeMs, isPicture } from './made-pictures.ts'
import { type CheckParts, type Problem, repairAdvice } from './problem.ts'
import type { CameraPicture } from './store.ts'

/** What is wrong with the cameras' pictures, which exist in several sizes each. */
export async function* checkCameras(
  { store, files }: CheckParts,
  isDecoded: boolean,
): AsyncGenerator<Problem> {
  for (const camera of store.cameraPictures()) {
    for (const size of sizes) {
      const key = cameraImageKey(camera.image, size)
      if (await isWhole(files, key, isDecoded, 'recall')) continue
      // Replaced meanwhile: the new picture is in other files.
      if (!store.cameraPictures().some(({ image }) => image === camera.image)) break
      if (await isWhole(files, key, isDecoded, 'find')) continue
      yield await problemOf(camera, size, files)
      if (size === 'original') break
    }
  }
}

async function isWhole(
  files: MediaFiles,
  key: string,
  isDecoded: boolean,
  look: 'recall' | 'find',
): Promise<boolean> {
  const found = await files[look](key)
  if (!found?.size) return false
  const isRead = isDecoded || (found.changedAfter ?? 0) > atAStrokeMs
  return !isRead || isPicture(key, files)
}

async function problemOf(
  { id, make, model, image }: CameraPicture,
  size: (typeof sizes)[number],
  files: MediaFiles,
): Promise<Problem> {
  const key = cameraImageKey(image, size)
  const name = cameraName(make, model) ?? model
  const text = `The picture of the camera "${name}" is missing or damaged: ${files.nameOf(key)}`
  // The other sizes are made from the original.
  if (size === 'original') return { text, advice: 'Give the camera a picture again, on its page.' }
  const isThere = Boolean((await files.find(key))?.size)
  return { text, advice: repairAdvice(isThere), repair: { kind: 'camera', id } }
}

const sizes = ['original', ...cameraPictureSizes] as const
