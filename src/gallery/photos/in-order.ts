/** Work on one photo is done one after another, in the order of its requests. */
export type InOrder = <T>(id: string, work: () => Promise<T>) => Promise<T>

export function createInOrder(): InOrder {
  const last = new Map<string, Promise<unknown>>()
  return async (id, work) => {
    const before = last.get(id)
    const mine = before ? before.then(work, work) : work()
    last.set(id, mine)
    try {
      return await mine
    } finally {
      if (last.get(id) === mine) last.delete(id)
    }
  }
}
