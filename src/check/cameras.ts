import { cameraName } from '../contract/camera-name.ts'
import { cameraPictureSizes } from '../contract/camera-specs.ts'
import { type Library, sizeOf } from '../images/library.ts'
import { isPicture } from './made-pictures.ts'
import { type Problem, repairAdvice } from './problem.ts'
import type { CheckStore } from './store.ts'

/** What is wrong with the cameras' pictures, which exist in several sizes each. */
export async function* checkCameras(
  { store, library }: { store: CheckStore; library: Library },
  isDecoded: boolean,
): AsyncGenerator<Problem> {
  for (const camera of store.cameraPictures()) {
    const isThere = async (size: (typeof sizes)[number]) =>
      Boolean(await sizeOf(library.cameraImage(camera.image, size)))
    const isWhole = async (size: (typeof sizes)[number]) =>
      (await isThere(size)) &&
      (!isDecoded || (await isPicture(library.cameraImage(camera.image, size))))
    for (const size of sizes) {
      if (await isWhole(size)) continue
      // Replaced meanwhile: the new picture is in other files.
      if (!store.cameraPictures().some(({ image }) => image === camera.image)) break
      if (await isWhole(size)) continue
      const path = library.relative(library.cameraImage(camera.image, size))
      const name = cameraName(camera.make, camera.model) ?? camera.model
      const canRepair = size !== 'original'
      yield {
        text: `The picture of the camera "${name}" is missing or damaged: ${path}`,
        advice: canRepair
          ? repairAdvice(await isThere(size))
          : 'Give the camera a picture again, on its page.',
        ...(canRepair && { repair: { kind: 'camera' as const, id: camera.id } }),
      }
      if (!canRepair) break
    }
  }
}

const sizes = ['original', ...cameraPictureSizes] as const
