/**
 * Decides for each of `total` items in turn whether it is in a random sample of exactly that share,
 * at least one; every item is equally likely (Knuth's algorithm S).
 */
export function chooseShare(
  share: number,
  total: number,
  random: () => number = Math.random,
): () => boolean {
  let wanted = Math.min(total, Math.max(1, Math.round(share * total)))
  let left = total
  return () => {
    // More items than expected: photos that were added meanwhile are chosen by the share alone.
    if (left <= 0) return random() < share
    const isChosen = random() * left < wanted
    left--
    if (isChosen) wanted--
    return isChosen
  }
}
