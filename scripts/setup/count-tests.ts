/**
 * Prints the closing line of scripts/test, 'N passed, N failed' with ', N skipped' where there are
 * any: `bun count-tests.ts REPORTS STATUS`. REPORTS is the folder of the runners' reports, STATUS
 * the exit code of the checks. Ends with 1 unless they were good and at least one test ran.
 */
import { join } from 'node:path'

/** How many tests of a kind there were. */
export type Counts = { passed: number; failed: number; skipped: number }

if (import.meta.main) {
  const [reports = '.', status = '1'] = process.argv.slice(2)
  const counts = countTests(
    await textOf(join(reports, 'bun.xml')),
    await textOf(join(reports, 'playwright.json')),
  )
  const isGood = status === '0' && counts.failed === 0 && counts.passed > 0
  if (status === '0' && counts.passed + counts.failed === 0) console.log('No test ran.')
  console.log(closingLine(counts, isGood))
  process.exit(isGood ? 0 : 1)
}

/** Adds up what bun test (JUnit's XML) and Playwright (its JSON) report; '' is no report. */
export function countTests(junit: string, playwright: string): Counts {
  const all = /<testsuites\b[^>]*>/.exec(junit)?.[0] ?? ''
  const attribute = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(all)?.[1] ?? 0)
  const [failed, skipped] = [attribute('failures') + attribute('errors'), attribute('skipped')]
  const { stats } = playwright ? JSON.parse(playwright) : { stats: {} }
  const { expected = 0, flaky = 0, unexpected = 0, skipped: left = 0 } = stats
  return {
    passed: attribute('tests') - failed - skipped + expected + flaky,
    failed: failed + unexpected,
    skipped: skipped + left,
  }
}

/** A check that failed without a failed test (types, a crash) counts as one. */
export function closingLine({ passed, failed, skipped }: Counts, isGood: boolean): string {
  const shown = isGood ? failed : Math.max(1, failed)
  return `${passed} passed, ${shown} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

async function textOf(path: string): Promise<string> {
  const file = Bun.file(path)
  return (await file.exists()) ? file.text() : ''
}
