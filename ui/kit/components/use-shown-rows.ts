import { useCallback, useState } from 'react'

/** Rows rendered at once; thousands would block the page. */
const rowsAtOnce = 60

/** The first rows of a list, and how many the button below them adds. */
export function useShownRows<T>(all: readonly T[]) {
  const [count, setCount] = useState(rowsAtOnce)
  const showMore = useCallback(() => setCount((rows) => rows + rowsAtOnce), [])
  return {
    shown: all.slice(0, count),
    more: Math.min(rowsAtOnce, Math.max(0, all.length - count)),
    showMore,
  }
}
