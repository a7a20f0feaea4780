import type { PlaceGroup } from '../../../src/contract/places/places.ts'
import { texts } from './texts.ts'

/** 'Paris, France'. */
export const placeName = ({ town, country }: Pick<PlaceGroup, 'town' | 'country'>): string =>
  town === null ? texts.elsewhere : [town, country].filter(Boolean).join(', ')
