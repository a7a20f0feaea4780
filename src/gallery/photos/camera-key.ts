import { cameraId } from '../../contract/cameras/camera-id.ts'
import { cameraName } from '../../contract/cameras/camera-name.ts'
import { makerAtStart, makerName } from '../../contract/cameras/makers.ts'

/**
 * A key that all spellings of a camera share: its name in the form of an id. If the name is only the
 * maker's, the model is used instead.
 */
export function cameraKey(make: string, model: string): string {
  const name = cameraName(make, model)
  const isMakerOnly = !name || makerAtStart(name)?.rest === '' || name === makerName(make)
  return cameraId((isMakerOnly ? model : name).normalize('NFKC'))
}
