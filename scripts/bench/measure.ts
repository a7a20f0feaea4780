/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return (sorted[Math.floor(middle - 0.5)]! + sorted[Math.floor(middle)]!) / 2
}

/**
 * Measures both sides `rounds` times, turn about, so that what else the machine does meanwhile
 * meets both alike; who begins alternates too. Answers are in the order of the rounds.
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

/** The median of the rounds' own ratios, which noise moves less than the ratio of two medians. */
export function ratio(ours: readonly number[], reference: readonly number[]): number {
  return median(ours.map((value, round) => value / reference[round]!))
}

/** Calls `work` `count` times in `lanes` lanes. */
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
