/** The first parts of addresses that people type, and those of the pages that they mean. */
const meant = new Map([
  ['albums', 'album'],
  ['photos', 'photo'],
  ['cameras', 'camera'],
  ['lenses', 'lens'],
  ['keywords', 'keyword'],
])

/** The path that is meant by `/albums` or `/albums/…`; undefined for all others. */
export function meantPath(path: string): string | undefined {
  const [, typed = '', ...rest] = path.split('/')
  const start = meant.get(typed)
  return start && ['', start, ...rest].join('/')
}
