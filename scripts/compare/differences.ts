import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What an executable has sent or printed, by 'kind: what was asked for'. */
export type Outputs = ReadonlyMap<string, string>

const shownLines = 20

/** Prints the outputs that differ, and how many of each kind do. @returns whether any does. */
export function printDifferences(before: Outputs, after: Outputs, folder: string): boolean {
  const counts = new Map<string, { all: number; different: number }>()
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const kind = name.split(':')[0]!
    const count = counts.get(kind) ?? { all: 0, different: 0 }
    const isEqual = before.get(name) === after.get(name)
    counts.set(kind, { all: count.all + 1, different: count.different + (isEqual ? 0 : 1) })
    if (isEqual) continue
    console.info(`== ${name}`)
    console.info(changedLines(before.get(name), after.get(name), folder))
  }
  for (const [kind, { all, different }] of counts) {
    console.info(`${kind}: ${all} compared, ${different} different`)
  }
  return [...counts.values()].some(({ different }) => different > 0)
}

function changedLines(before = '(nothing)\n', after = '(nothing)\n', folder: string): string {
  const paths = [join(folder, 'before.txt'), join(folder, 'after.txt')] as const
  writeFileSync(paths[0], before)
  writeFileSync(paths[1], after)
  const { stdout } = Bun.spawnSync(['diff', '--unified=0', ...paths])
  const lines = stdout
    .toString()
    .split('\n')
    .filter((line) => /^[-+](?![-+]{2} )/.test(line))
  const rest = lines.length - shownLines
  return [...lines.slice(0, shownLines), ...(rest > 0 ? [`… ${rest} more lines`] : [])].join('\n')
}
