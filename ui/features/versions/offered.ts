const storageKey = 'vitrine:decisions-offered'

/** Whether more files wait than when they were last offered in this window; notes how many. */
export function isOfferNew(count: number): boolean {
  const before = offered()
  try {
    sessionStorage.setItem(storageKey, String(count))
  } catch {
    // Without storage, each visit to the account offers them.
  }
  return count > before
}

function offered(): number {
  try {
    return Number(sessionStorage.getItem(storageKey) ?? 0)
  } catch {
    return 0
  }
}
