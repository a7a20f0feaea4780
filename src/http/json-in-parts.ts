import { pause } from '../turns.ts'

/** Items written at once. */
const partSize = 500

/** A list as JSON, written in parts, between which others have their turns. */
export async function listAsJson(items: readonly unknown[]): Promise<string> {
  const parts: string[] = []
  for (let next = 0; next < items.length; next += partSize) {
    if (next > 0) await pause()
    parts.push(JSON.stringify(items.slice(next, next + partSize)).slice(1, -1))
  }
  return `[${parts.join(',')}]`
}
