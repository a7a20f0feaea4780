/** The middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return (sorted[Math.floor(middle - 0.5)]! + sorted[Math.floor(middle)]!) / 2
}

/**
 * Measures both sides `rounds` times in alternation, so that other load on the machine affects both
 * equally; who begins alternates too. Results are in the order of the rounds.
 */
export async function interleave<Ours, Reference>(
  rounds: number,
  ours: (round: number) => Promise<Ours>,
  reference: (round: number) => Promise<Reference>,
): Promise<{ ours: Ours[]; reference: Reference[] }> {
  const results = { ours: [] as Ours[], reference: [] as Reference[] }
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) results.ours.push(await ours(round))
    results.reference.push(await reference(round))
    if (round % 2 === 1) results.ours.push(await ours(round))
  }
  return results
}

/**
 * The median of the rounds' ratios, which is less sensitive to noise than the ratio of two medians.
 */
export function ratio(ours: readonly number[], reference: readonly number[]): number {
  return median(ours.map((value, round) => value / reference[round]!))
}

/** Calls `work` `count` times, `lanes` at a time. */
export async function inLanes(
  lanes: number,
  count: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
