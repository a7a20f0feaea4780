/** More keys than this are read again. */
const maxKeys = 20

/**
 * Reads something once for each version of the data, by key. Not for use inside a transaction, which
 * may yet be undone, nor for anything that depends on more than its key and the data.
 */
export function oncePerVersion<Value>(
  version: () => number,
): (key: string, read: () => Value) => Value {
  let known = new Map<string, Value>()
  let knownVersion = version()
  return (key, read) => {
    if (version() !== knownVersion || known.size >= maxKeys) {
      known = new Map()
      knownVersion = version()
    }
    const earlier = known.get(key)
    if (earlier !== undefined) return earlier
    const value = read()
    known.set(key, value)
    return value
  }
}
