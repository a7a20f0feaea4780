import { setPriority } from 'node:os'

/** Not 19, the lowest: then a busy machine could stop the process completely. */
const lowPriority = 15

/** Lets the server and its visitors come first, in a process that works beside them. */
export function lowerPriority(): void {
  try {
    setPriority(lowPriority)
  } catch {
    // A system that does not allow it shares its time evenly.
  }
}
