/** Copies of sets. Set.prototype.union and its like are newer than the oldest supported browsers. */

export const withMember = <T>(set: ReadonlySet<T>, member: T): Set<T> => new Set(set).add(member)

export function withoutMember<T>(set: ReadonlySet<T>, member: T): Set<T> {
  const rest = new Set(set)
  rest.delete(member)
  return rest
}

/** With all of these members, or without them. */
export function withMembers<T>(set: ReadonlySet<T>, members: Iterable<T>, isIn: boolean): Set<T> {
  const changed = new Set(set)
  for (const member of members) {
    if (isIn) changed.add(member)
    else changed.delete(member)
  }
  return changed
}

export const withToggled = <T>(set: ReadonlySet<T>, member: T): Set<T> =>
  set.has(member) ? withoutMember(set, member) : withMember(set, member)
