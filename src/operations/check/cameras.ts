import { cameraName } from '../../contract/cameras/camera-name.ts'
import { cameraPictureSizes } from '../../contract/cameras/camera-specs.ts'
import { cameraImageKey } from '../../storage/media-keys.ts'
import { atAStrokeMs, isPicture } from './made-pictures.ts'
import { type CheckParts, type Problem, repairAdvice } from './problem.ts'

/** What is wrong with the cameras' pictures, which exist in several sizes each. */
export async function* checkCameras(
  { store, files }: CheckParts,
  isDecoded: boolean,
): AsyncGenerator<Problem> {
  for (const camera of store.cameraPictures()) {
    for (const size of sizes) {
      const key = cameraImageKey(camera.image, size)
      const isThere = async (look: 'recall' | 'find') => Boolean((await files[look](key))?.size)
      const isWhole = async (look: 'recall' | 'find') => {
        const found = await files[look](key)
        if (!found?.size) return false
        const isRead = isDecoded || (found.changedAfter ?? 0) > atAStrokeMs
        return !isRead || isPicture(key, files)
      }
      if (await isWhole('recall')) continue
      // Replaced meanwhile: the new picture is in other files.
      if (!store.cameraPictures().some(({ image }) => image === camera.image)) break
      if (await isWhole('find')) continue
      const name = cameraName(camera.make, camera.model) ?? camera.model
      const canRepair = size !== 'original'
      yield {
        text: `The picture of the camera "${name}" is missing or damaged: ${files.nameOf(key)}`,
        advice: canRepair
          ? repairAdvice(await isThere('find'))
          : 'Give the camera a picture again, on its page.',
        ...(canRepair && { repair: { kind: 'camera' as const, id: camera.id } }),
      }
      if (!canRepair) break
    }
  }
}

const sizes = ['original', ...cameraPictureSizes] as const
