/** Copies of sets. Set.prototype.union and its like are newer than the oldest supported browsers. */

export const withMember = <T>(set: ReadonlySet<T>, member: T): Set<T> => new Set(set).add(member)

export function withoutMember<T>(set: ReadonlySet<T>, member: T): Set<T> {
  const rest = new Set(set)
  rest.delete(member)
  return rest
}

export const withToggled = <T>(set: ReadonlySet<T>, member: T): Set<T> =>
  set.has(member) ? withoutMember(set, member) : withMember(set, member)
