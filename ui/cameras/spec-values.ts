import { editableSpecs, numberIn } from '../../src/contract/camera-specs.ts'
import type { Camera, CameraChange } from '../../src/contract/cameras.ts'

const answers = new Map<unknown, boolean>([
  ['yes', true],
  ['no', false],
])

/** The change to send for a submitted form. An empty number is 0, which makes it unknown. */
export function changeIn(form: FormData): CameraChange {
  const entries = editableSpecs.map(({ key, kind }) => {
    const value = form.get(key)
    if (kind === 'boolean') return [key, answers.get(value) ?? null]
    const text = typeof value === 'string' ? value : ''
    if (kind === 'text') return [key, text]
    return [key, text.trim() === '' ? 0 : numberIn(text)]
  })
  return Object.fromEntries(entries)
}

/** Whether the change differs from the camera's current values. */
export const changes = (change: CameraChange, camera: Camera): boolean =>
  editableSpecs.some(({ key }) => change[key] !== undefined && change[key] !== camera[key])
