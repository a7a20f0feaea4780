/** A position in a list: `position` photos precede the one with this key. */
export type Cursor = { readonly position: number; readonly sortKey: number; readonly rowId: number }

/** Kept cursors are at least this many positions apart. */
const stride = 64
const maxCursors = 5000
const maxLists = 100

const first: Cursor = { position: 0, sortKey: Number.MIN_SAFE_INTEGER, rowId: 0 }

/** Cursors of earlier pages, so that a page deep in a list is read from nearby. */
export function createCursors(version: () => number) {
  let current = version()
  const known = new Map<string, Cursor[]>()

  const cursorsOf = (list: string): Cursor[] => {
    if (version() !== current || known.size > maxLists) {
      known.clear()
      current = version()
    }
    const cursors = known.get(list) ?? [first]
    known.set(list, cursors)
    return cursors
  }

  return {
    before: (list: string, position: number): Cursor => {
      const cursors = cursorsOf(list)
      return cursors[lastWhere(cursors, (cursor) => cursor.position <= position)]!
    },
    beforeKey: (list: string, sortKey: number, rowId: number): Cursor => {
      const cursors = cursorsOf(list)
      const isBefore = (cursor: Cursor) =>
        cursor.sortKey < sortKey || (cursor.sortKey === sortKey && cursor.rowId <= rowId)
      return cursors[lastWhere(cursors, isBefore)]!
    },
    keep: (list: string, cursor: Cursor): void => {
      const cursors = cursorsOf(list)
      const at = lastWhere(cursors, ({ position }) => position <= cursor.position)
      const isFar = cursor.position - cursors[at]!.position >= stride
      if (isFar && cursors.length < maxCursors) cursors.splice(at + 1, 0, cursor)
    },
  }
}

function lastWhere(cursors: Cursor[], holds: (cursor: Cursor) => boolean): number {
  let low = 0
  let high = cursors.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (holds(cursors[middle]!)) low = middle
    else high = middle - 1
  }
  return low
}
