import { placeLimits } from '../../../../src/contract/limits.ts'
import type { HomeZone, PlaceSettingsChange } from '../../../../src/contract/places/places.ts'
import type { Problem } from '../../../kit/components/use-problem.ts'
import { texts } from './texts.ts'

/** A zone as it is typed. */
export type ZoneDraft = {
  readonly key: number
  readonly name: string
  readonly position: string
  readonly radius: string
}
export type Draft = {
  readonly whoSees: PlaceSettingsChange['whoSees']
  readonly zones: readonly ZoneDraft[]
}

export const draftOf = ({ whoSees, homeZones }: PlaceSettingsChange): Draft => ({
  whoSees,
  zones: homeZones.map(({ name, latitude, longitude, radius }, key) => ({
    key,
    name,
    position: `${latitude}, ${longitude}`,
    radius: String(radius),
  })),
})

export const newZone = (zones: readonly ZoneDraft[]): ZoneDraft => ({
  key: Math.max(-1, ...zones.map(({ key }) => key)) + 1,
  name: '',
  position: '',
  radius: '1000',
})

/** The names of a zone's fields in the form. */
export const fieldOf = (key: number, part: 'name' | 'position' | 'radius') => `${part}-${key}`

function positionOf(text: string): { latitude: number; longitude: number } | undefined {
  const match = /^\s*([-−]?\d+(?:\.\d+)?)\s*[,;\s]\s*([-−]?\d+(?:\.\d+)?)\s*$/.exec(text)
  if (!match) return undefined
  const latitude = numberOf(match[1]!)
  const longitude = numberOf(match[2]!)
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnEarth ? { latitude, longitude } : undefined
}

/** Also of a number with a typographic minus sign. */
const numberOf = (text: string): number => Number(text.replace('−', '-'))

/** The zone, or what is wrong with each of its fields. */
export function zoneOf(zone: ZoneDraft): { zone?: HomeZone; problems: Problem[] } {
  const { radiusMin, radiusMax } = placeLimits
  const position = positionOf(zone.position)
  const radius = Number(zone.radius)
  const isRadius = Number.isInteger(radius) && radius >= radiusMin && radius <= radiusMax
  const problem = (part: 'name' | 'position' | 'radius', message: string): Problem => ({
    field: fieldOf(zone.key, part),
    message,
  })
  const problems = [
    ...(zone.name.trim() ? [] : [problem('name', texts.wrongName)]),
    ...(position ? [] : [problem('position', texts.wrongPosition)]),
    ...(isRadius ? [] : [problem('radius', texts.wrongRadius(radiusMin, radiusMax))]),
  ]
  if (!position || problems.length > 0) return { problems }
  return { zone: { name: zone.name.trim(), ...position, radius }, problems }
}

export const isSame = (one: Draft, other: Draft): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
