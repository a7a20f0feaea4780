/**
 * Prints the summary of scripts/test: the time of the slowest test files, skipped tests by reason,
 * each failed test with its error, and 'N passed, N failed' as the last line, with ', N skipped' if
 * there are any. `bun count-tests.ts REPORTS STATUS [NOT_RUN]`: REPORTS is the folder of the runners'
 * reports, STATUS the exit code of the checks, NOT_RUN a sentence about tests that were left out.
 * Exits with 0 only if the checks passed and at least one test ran.
 */
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Few enough that the failures can be seen in the last screen of a long log. */
const slowestFiles = 25

/** Lines of a failed test's error that are shown: the rest is in the log, where the test ran. */
const errorLines = 8

export type Counts = {
  passed: number
  failed: number
  /** The number of skipped tests by reason. */
  skipped: ReadonlyMap<string, number>
}

/**
 * Adds up the reports of bun test (JUnit XML, any number in a row) and Playwright (JSON); '' is no
 * report.
 */
export function countTests(junit: string, playwright: string): Counts {
  const runs = junit.match(/<testsuites\b[^>]*>/g) ?? []
  const attribute = (name: string) =>
    runs.reduce((sum, run) => sum + Number(new RegExp(` ${name}="(\\d+)"`).exec(run)?.[1] ?? 0), 0)
  const failed = attribute('failures') + attribute('errors')
  const report: PlaywrightReport = playwright ? JSON.parse(playwright) : {}
  const { expected = 0, flaky = 0, unexpected = 0 } = report.stats ?? {}
  const reasons = [...skipsInJunit(junit), ...skipsInPlaywright(report)]
  const byReason = Map.groupBy(reasons, (reason) => reason)
  return {
    passed: attribute('tests') - failed - attribute('skipped') + expected + flaky,
    failed: failed + unexpected,
    skipped: new Map([...byReason].map(([reason, tests]) => [reason, tests.length])),
  }
}

/** '12 skipped: strace is not installed', the most frequent reason first. */
export function skipLines({ skipped }: Counts): string[] {
  const byCount = [...skipped].sort(([, one], [, other]) => other - one)
  return byCount.map(([reason, count]) => `${count} skipped: ${reason}`)
}

/** A check that failed without a failed test (types, a crash) counts as one failure. */
export function closingLine({ passed, failed, skipped }: Counts, isGood: boolean): string {
  const shown = isGood ? failed : Math.max(1, failed)
  const sum = [...skipped.values()].reduce((sum, count) => sum + count, 0)
  return `${passed} passed, ${shown} failed${sum > 0 ? `, ${sum} skipped` : ''}`
}

/**
 * 'failed: tests/server/upload.test.ts › a photo is uploaded' for each failed test of the reports,
 * followed by the beginning of its error.
 */
export function failureLines(junit: string, playwright: string): string[] {
  const report: PlaywrightReport = playwright ? JSON.parse(playwright) : {}
  const failures = [...failuresInJunit(junit), ...(report.suites ?? []).flatMap(failuresInSuite)]
  return failures.flatMap(({ file, name, error }) => {
    const lines = stripVTControlCharacters(error)
      .split('\n')
      .filter((line) => line.trim() !== '')
    return [
      `failed: ${file} › ${name}`,
      ...lines.slice(0, errorLines).map((line) => `    ${line.trimEnd()}`),
    ]
  })
}

type Failure = { readonly file: string; readonly name: string; readonly error: string }

function failuresInJunit(junit: string): Failure[] {
  const attributes = '((?:"[^"]*"|[^">])*)'
  const failed = new RegExp(
    `<testcase\\b${attributes}>\\s*<(?:failure|error)\\b${attributes}>`,
    'g',
  )
  return [...junit.matchAll(failed)].map(([, test = '', error = '']) => ({
    file: attributeOf(test, 'file') ?? 'a test',
    name: attributeOf(test, 'name') ?? 'without a name',
    error: attributeOf(error, 'message') ?? 'no message',
  }))
}

function attributeOf(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? undefined : plainText(value)
}

/** A test that passed when it was repeated has not failed. */
function failuresInSuite(suite: Suite): Failure[] {
  const failed = (suite.specs ?? []).flatMap(({ title = '', tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results = [] }) => ({
        file: join('tests/e2e', suite.file ?? ''),
        name: title,
        error: results
          .flatMap(({ errors = [] }) => errors.map(({ message }) => message))
          .join('\n'),
      })),
  )
  return [...failed, ...(suite.suites ?? []).flatMap(failuresInSuite)]
}

/**
 * '12.3 s tests/server/upload.test.ts' for each test file of the reports, the slowest last. Files
 * run side by side, so that the sum of their times is more than the time of the run.
 */
export function timeLines(junit: string, playwright: string): string[] {
  const report: PlaywrightReport = playwright ? JSON.parse(playwright) : {}
  const times = [...timesInJunit(junit), ...(report.suites ?? []).map(timeOfSuite)]
  const byFile = new Map<string, number>()
  for (const { file, ms } of times) byFile.set(file, (byFile.get(file) ?? 0) + ms)
  return [...byFile]
    .sort(([, one], [, other]) => one - other)
    .map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s ${file}`)
}

type FileTime = { readonly file: string; readonly ms: number }

/** A suite with the name of its file is the whole file. */
function timesInJunit(junit: string): FileTime[] {
  const suites = junit.matchAll(/<testsuite name="([^"]*)" file="\1"[^>]* time="([\d.]+)"/g)
  return [...suites].map(([, file = '', seconds]) => ({ file, ms: 1000 * Number(seconds) }))
}

const timeOfSuite = (suite: Suite): FileTime => ({
  file: join('tests/e2e', suite.file ?? ''),
  ms: durationOf(suite),
})

function durationOf({ suites = [], specs = [] }: Suite): number {
  const results = specs.flatMap(({ tests }) => tests).flatMap(({ results = [] }) => results)
  const own = results.reduce((sum, { duration }) => sum + duration, 0)
  return suites.reduce((sum, suite) => sum + durationOf(suite), own)
}

const noReason = 'no reason given'

/** The reasons are in the names of tests or their groups: see tests/support/needs.ts. */
function skipsInJunit(junit: string): string[] {
  const cases = junit.matchAll(/<testcase\b([^>]*)>\s*<skipped\b/g)
  return [...cases].map(([, attributes = '']) => {
    const reason = /\[skipped: ([^\]]*)\]/.exec(attributes)?.[1]
    return reason === undefined ? noReason : plainText(reason)
  })
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'" }

const plainText = (xml: string) =>
  xml
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(lt|gt|quot|apos);/g, (_, name) => entities[name]!)
    .replaceAll('&amp;', '&')

type PlaywrightReport = {
  stats?: { expected?: number; flaky?: number; unexpected?: number }
  suites?: Suite[]
}
type Suite = {
  /** Relative to tests/e2e. */
  file?: string
  suites?: Suite[]
  specs?: { title?: string; tests: PlaywrightTest[] }[]
}
type PlaywrightTest = {
  status: string
  annotations: { type: string; description?: string }[]
  results?: { duration: number; errors?: { message: string }[] }[]
}

/** Playwright reports the second argument of test.skip(). */
function skipsInPlaywright({ suites = [] }: { suites?: Suite[] }): string[] {
  return suites.flatMap((suite) => {
    const tests = (suite.specs ?? []).flatMap((spec) => spec.tests)
    const skipped = tests.filter(({ status }) => status === 'skipped')
    const reasons = skipped.map(
      ({ annotations }) => annotations.find(({ type }) => type === 'skip')?.description || noReason,
    )
    return [...reasons, ...skipsInPlaywright(suite)]
  })
}

async function textOf(path: string): Promise<string> {
  const file = Bun.file(path)
  return (await file.exists()) ? file.text() : ''
}

if (import.meta.main) {
  const [reports = '.', status = '1', notRun = ''] = process.argv.slice(2)
  const junit =
    (await textOf(join(reports, 'bun.xml'))) + (await textOf(join(reports, 'packages.xml')))
  const playwright = await textOf(join(reports, 'playwright.json'))
  const counts = countTests(junit, playwright)
  const isGood = status === '0' && counts.failed === 0 && counts.passed > 0
  if (status === '0' && counts.passed + counts.failed === 0) console.log('No tests ran.')
  for (const line of timeLines(junit, playwright).slice(-slowestFiles)) console.log(line)
  if (notRun) console.log(notRun)
  for (const line of skipLines(counts)) console.log(line)
  for (const line of failureLines(junit, playwright)) console.log(line)
  console.log(closingLine(counts, isGood))
  process.exit(isGood ? 0 : 1)
}
