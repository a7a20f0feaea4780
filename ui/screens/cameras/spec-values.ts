import {
  editableSpecs,
  numberIn,
  type SpecKind,
} from '../../../src/contract/cameras/camera-specs.ts'
import type { Camera, CameraChange } from '../../../src/contract/cameras/cameras.ts'
import type { Problem } from '../../kit/components/use-problem.ts'
import { texts } from './texts.ts'

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

/** What to enter instead, for each number of the form that cannot be saved. */
export function problemsIn(form: FormData, camera: Camera): Problem[] {
  return editableSpecs.flatMap(({ key, kind }) => {
    if (kind === 'text' || kind === 'boolean') return []
    const text = String(form.get(key) ?? '').trim()
    const number = text === '' ? 0 : numberIn(text)
    // What the API has accepted must not keep the owner from saving the rest.
    if (number === 0 || number === camera[key]) return []
    const message = key === 'year' ? aboutYear(number) : aboutNumber(number, kind)
    return message === undefined ? [] : [{ field: key, message }]
  })
}

const { wanted } = texts.edit

function aboutYear(number = 0): string | undefined {
  const isYear = Number.isInteger(number) && number >= 1000 && number <= 9999
  return isYear ? undefined : wanted.year
}

function aboutNumber(number: number | undefined, kind: SpecKind): string | undefined {
  if (number === undefined) return wanted.number
  return number < 0 && kind !== 'centimetres' ? wanted.positive : undefined
}
