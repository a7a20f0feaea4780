/**
 * The value under a name from outside, such as a part of an address or a word of a file. `table[name]`
 * would also find what every object inherits, such as `constructor`.
 */
export const ownValue = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
