import { allFilterKeys } from './filter-keys.ts'

/** The names of a filter's parameters in addresses, in their order. */
export const filterNames: readonly string[] = [
  ...allFilterKeys.flatMap((key) => [key, `-${key}`]),
  'q',
  'cameraModel',
  'order',
]

const singleNames: readonly string[] = ['q', 'cameraModel', 'order']

/** Whether an address filters or orders by more than words and camera model. */
export const hasFilterTerm = (search: URLSearchParams): boolean =>
  Boolean(search.get('order')) ||
  allFilterKeys.some((key) => search.get(key) || search.get(`-${key}`))

/** The filter of an address as it is written there, in a fixed order: equal filters are equal. */
export const filterPart = (search: URLSearchParams): URLSearchParams =>
  new URLSearchParams(
    filterNames.flatMap((name) =>
      valuesOf(search, name).map((value): [string, string] => [name, value]),
    ),
  )

/** The values of a parameter of a page's address. Only those of a filter can be several. */
export function valuesOf(search: URLSearchParams, name: string): string[] {
  const values = search.getAll(name).filter((value) => value !== '')
  const isTerm = !singleNames.includes(name) && filterNames.includes(name)
  return isTerm ? [...new Set(values)].sort() : values.slice(0, 1)
}
