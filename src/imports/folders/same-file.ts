import type { KnownItem, ListedItem } from './driver.ts'

/**
 * Whether a file with the same size and time may be another one. Where the file system records when
 * anything changed, only that counts: on network mounts, each connection has other inodes.
 */
export function isSuspicious(listed: ListedItem, item: KnownItem): boolean {
  if (!hasSameTime(listed, item)) return false
  if (listed.changed !== null && item.changed !== null) return listed.changed !== item.changed
  return listed.identity !== null && item.identity !== null && listed.identity !== item.identity
}

/** What a file keeps when it is renamed. */
export const keyOf = ({
  identity,
  bytes,
  version,
}: Pick<KnownItem, 'identity' | 'bytes' | 'version'>) => `${identity} ${bytes} ${version}`

/** Whether it is the same file in the same place. */
export const isSameFile = (listed: ListedItem, item: KnownItem): boolean =>
  hasSameTime(listed, item) &&
  (listed.identity === null || item.identity === null || listed.identity === item.identity)

export const hasSameTime = (listed: ListedItem, item: KnownItem): boolean =>
  listed.version === item.version && listed.bytes === item.bytes

/** Whether nothing at all has changed. */
export const isIdentical = (listed: ListedItem, item: KnownItem): boolean =>
  !item.isGone &&
  listed.version === item.version &&
  listed.identity === item.identity &&
  listed.changed === item.changed

export function hasSameContent(
  listed: ListedItem,
  item: KnownItem & { readonly failure: string | null },
): boolean {
  // The md5 of a file that failed is that of its previous content.
  if (item.failure === null && listed.md5 !== null && item.md5 !== null) {
    return listed.md5 === item.md5
  }
  if (item.failure !== null && isSuspicious(listed, item)) return false
  return hasSameTime(listed, item)
}

/** Whether the file need not be read again. */
export const isUnchanged = (
  listed: ListedItem,
  before: Pick<KnownItem, 'version' | 'bytes' | 'md5'>,
): boolean =>
  listed.version === before.version &&
  listed.bytes === before.bytes &&
  (listed.md5 === null || before.md5 === null || listed.md5 === before.md5)
