import type { Camera } from '../../src/contract/cameras.ts'
import { cameraName } from '../../src/contract/photo-facts.ts'

/** Make and model as the photos' own pages name the camera. */
export const nameOf = ({ make, model }: Pick<Camera, 'make' | 'model'>): string =>
  cameraName({ cameraMake: make || null, cameraModel: model }) ?? model
