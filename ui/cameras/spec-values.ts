import { editableSpecs, numberIn } from '../../src/contract/camera-specs.ts'
import type { Camera, CameraChange } from '../../src/contract/cameras.ts'

/** The change to send for a submitted form. */
export function changeIn(form: FormData): CameraChange {
  const entries = editableSpecs.map(({ key, kind }) => {
    const value = form.get(key)
    if (kind === 'boolean') return [key, value !== null]
    const text = typeof value === 'string' ? value : ''
    return [key, kind === 'text' ? text : numberIn(text)]
  })
  return Object.fromEntries(entries)
}

/** Whether the change differs from the camera's current values. */
export const changes = (change: CameraChange, camera: Camera): boolean =>
  editableSpecs.some(({ key }) => change[key] !== undefined && change[key] !== camera[key])
