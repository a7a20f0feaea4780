const storageKey = 'vitrine:decisions-offered'

/** Whether more files wait than at the last notice in this window; notes how many. */
export function isNoticeNew(count: number): boolean {
  const before = lastNoticed()
  try {
    sessionStorage.setItem(storageKey, String(count))
  } catch {
    // Without storage, each visit to the account offers them.
  }
  return count > before
}

function lastNoticed(): number {
  try {
    return Number(sessionStorage.getItem(storageKey) ?? 0)
  } catch {
    return 0
  }
}
