/** Waiting work. Each client that requested it has a place for it in its own lane. */
export type WaitingRender = { readonly begin: () => void; readonly refuse: () => void }

/**
 * The waiting work of visitors. Each visitor has a lane, and the lanes take turns. Work that
 * several visitors request is in all their lanes and begins at the first one's turn.
 */
export function createRenderLanes() {
  /** None is empty, and the first is next. */
  const lanes = new Map<string, Set<WaitingRender>>()
  const askers = new Map<WaitingRender, Set<string>>()

  const leave = (work: WaitingRender, client: string) => {
    const lane = lanes.get(client)
    lane?.delete(work)
    if (lane?.size === 0) lanes.delete(client)
    askers.get(work)?.delete(client)
  }
  const remove = (work: WaitingRender) => {
    for (const client of [...(askers.get(work) ?? [])]) leave(work, client)
    askers.delete(work)
  }

  return {
    size: () => askers.size,
    lengthOf: (client: string): number => lanes.get(client)?.size ?? 0,
    add: (client: string, work: WaitingRender): void => {
      const lane = lanes.get(client) ?? new Set()
      lanes.set(client, lane.add(work))
      askers.set(work, (askers.get(work) ?? new Set()).add(client))
    },
    /** Removes the client's request. @returns whether no client wants the work any more. */
    leave: (client: string, work: WaitingRender): boolean => {
      if (!askers.has(work)) return false
      leave(work, client)
      if (askers.get(work)!.size > 0) return false
      askers.delete(work)
      return true
    },
    isWaiting: (work: WaitingRender): boolean => askers.has(work),
    next: (): WaitingRender | undefined => {
      const [client, lane] = lanes.entries().next().value ?? []
      if (client === undefined || !lane) return undefined
      const [work] = lane
      remove(work!)
      // The client's other work comes after everyone else's.
      const rest = lanes.get(client)
      if (rest) {
        lanes.delete(client)
        lanes.set(client, rest)
      }
      return work
    },
    /** The last of the longest lane; undefined if no lane is longer than `length`. */
    dropFromLongest: (length: number): WaitingRender | undefined => {
      const longest = [...lanes.values()].reduce((a, b) => (b.size > a.size ? b : a), new Set())
      const last = [...longest].at(-1) as WaitingRender | undefined
      if (!last || longest.size <= length) return undefined
      remove(last)
      return last
    },
  }
}
