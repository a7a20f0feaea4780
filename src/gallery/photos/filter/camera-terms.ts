import { type FilterTerm, partSign } from '../../../contract/search/photo-filter.ts'
import type { CameraSpellings } from '../camera-spellings.ts'

type Ids = Pick<CameraSpellings, 'idOf' | 'idsOf'>

/** The term with the ids of every spelling of its cameras, as photos have them. */
export function withEveryId(term: FilterTerm, { idsOf }: Pick<Ids, 'idsOf'>): FilterTerm {
  if (term.key !== 'camera') return term
  const values = term.values.flatMap((value) => (value.startsWith(partSign) ? value : idsOf(value)))
  return { ...term, values: [...new Set(values)] }
}

/**
 * One id for the photos of each camera: the one in the filter, so that its count is shown, otherwise
 * the camera's own.
 */
export function oneIdOf(terms: readonly FilterTerm[], { idOf }: Pick<Ids, 'idOf'>) {
  const asked = new Map<string, string>()
  for (const { key, values } of terms) {
    if (key !== 'camera') continue
    for (const value of values) asked.set(idOf(value) ?? value, value)
  }
  return (id: string): string => {
    const own = idOf(id) ?? id
    return asked.get(own) ?? own
  }
}
