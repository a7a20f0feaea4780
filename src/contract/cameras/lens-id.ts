import { cameraId } from './camera-id.ts'
import { lensName } from './camera-name.ts'

/**
 * The lens's id in links and filters, made from its shown name the way camera ids are, so that two
 * spellings of one lens share an id. Null if the file names no lens.
 */
export function lensId(make: string | null, model: string | null): string | null {
  const name = model && lensName(make, model)
  return name ? cameraId(name) : null
}
