import { expect, test } from 'bun:test'
import {
  closingLine,
  countTests,
  failureLines,
  skipLines,
  timeLines,
} from '../../scripts/setup/count-tests.ts'
import { quickFiles } from '../../scripts/setup/quick-files.ts'

const junit = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="6" assertions="9" failures="1" skipped="4" time="1">
  <testsuite name="a.test.ts" file="a.test.ts" tests="6">
    <testsuite name="real files [skipped: no &quot;A &amp; B&quot; here]" tests="2" skipped="2">
      <testcase name="a" classname="real files [skipped: no &quot;A &amp; B&quot; here]" time="0">
        <skipped />
      </testcase>
      <testcase name="b" classname="real files [skipped: no &quot;A &amp; B&quot; here]" time="0">
        <skipped />
      </testcase>
    </testsuite>
    <testcase name="c [skipped: strace is not installed]" classname="" time="0">
      <skipped />
    </testcase>
    <testcase name="d" classname="" time="0">
      <skipped message="TODO" />
    </testcase>
    <testcase name="e" classname="" time="0.2" assertions="9" />
    <testcase name="f [skipped: never]" classname="" time="0.2">
      <failure type="AssertionError" />
    </testcase>
  </testsuite>
</testsuites>`

const skip = (description: string) => ({
  status: 'skipped',
  annotations: [{ type: 'skip', description }],
})
const playwright = JSON.stringify({
  stats: { expected: 3, skipped: 3, unexpected: 0, flaky: 1 },
  suites: [
    {
      specs: [
        { tests: [skip('strace is not installed'), { status: 'expected', annotations: [] }] },
      ],
      suites: [{ specs: [{ tests: [skip('Firefox is not installed')] }] }],
    },
    { specs: [{ tests: [{ status: 'skipped', annotations: [] }] }] },
  ],
})

test('the report adds up several runs of bun test', () => {
  const { passed, failed, skipped } = countTests(junit + junit, '')
  expect({ passed, failed }).toEqual({ passed: 2, failed: 2 })
  expect(skipped.get('strace is not installed')).toBe(2)
})

test('the report adds up both runners and counts skipped tests by reason', () => {
  const counts = countTests(junit, playwright)
  expect({ ...counts, skipped: Object.fromEntries(counts.skipped) }).toEqual({
    passed: 5,
    failed: 1,
    skipped: {
      'no "A & B" here': 2,
      'strace is not installed': 2,
      'no reason given': 2,
      'Firefox is not installed': 1,
    },
  })
  expect(skipLines(counts).at(-1)).toBe('1 skipped: Firefox is not installed')
  expect(closingLine(counts, false)).toBe('5 passed, 1 failed, 7 skipped')
})

test('the report counts nothing without input, and a failed check as a failed test', () => {
  const counts = countTests('', '')
  expect(skipLines(counts)).toEqual([])
  expect(closingLine(counts, false)).toBe('0 passed, 1 failed')
})

test('the report gives the time of each test file of both runners, the slowest last', () => {
  const suites = `<testsuite name="tests/server/a.test.ts" file="tests/server/a.test.ts" tests="2" time="20.46" hostname="vm">
    <testsuite name="a group" file="tests/server/a.test.ts" line="9" tests="1" time="3.5">`
  const results = (...durations: number[]) => ({
    status: 'expected',
    annotations: [],
    results: durations.map((duration) => ({ duration })),
  })
  const report = JSON.stringify({
    suites: [
      { file: 'b.e2e.ts', specs: [{ tests: [results(900)] }] },
      {
        file: '../browsers/c.e2e.ts',
        specs: [{ tests: [results(20_000, 1000)] }],
        suites: [{ specs: [{ tests: [results(400)] }] }],
      },
      { file: 'b.e2e.ts', specs: [{ tests: [results(100)] }] },
    ],
  })
  expect(timeLines(suites, report)).toEqual([
    '    1.0 s tests/e2e/b.e2e.ts',
    '   20.5 s tests/server/a.test.ts',
    '   21.4 s tests/browsers/c.e2e.ts',
  ])
  expect(timeLines('', '')).toEqual([])
})

test('the report names each failed test of both runners with its error', () => {
  const failed = `<testcase name="a &amp; b" classname="" time="0.1" file="tests/server/a.test.ts" line="2">
      <failure type="Error" message="bad&#10;&#10;&quot;worse&quot;">Error: bad</failure>
    </testcase>
    <testcase name="c" classname="" time="0.1" file="tests/server/a.test.ts" line="3" />
    <testcase name="d" classname="" time="0.1" file="tests/server/a.test.ts" line="9">
      <failure type="Error" />
    </testcase>`
  const errors = [{ message: `\u001b[31mnot visible\u001b[39m\n${'more\n'.repeat(20)}` }]
  const passing = { status: 'expected', annotations: [], results: [{ duration: 1, errors: [] }] }
  const failing = { status: 'unexpected', annotations: [], results: [{ duration: 1, errors }] }
  const repeated = { ...failing, status: 'flaky' }
  const specs = [passing, failing, repeated].map((test) => ({ title: test.status, tests: [test] }))
  const report = JSON.stringify({
    suites: [{ file: 'b.e2e.ts', suites: [{ file: 'b.e2e.ts', specs }] }],
  })
  expect(failureLines(failed, report)).toEqual([
    'failed: tests/server/a.test.ts › a & b',
    '    bad',
    '    "worse"',
    'failed: tests/server/a.test.ts › d',
    '    no message',
    'failed: tests/e2e/b.e2e.ts › unexpected',
    '    not visible',
    ...Array.from({ length: 7 }, () => '    more'),
  ])
  expect(failureLines('', '')).toEqual([])
})

test('the quick files are the fastest, and those whose time is unknown', () => {
  const times = { a: 10, b: 50, c: 20, d: 20 }
  expect(quickFiles(['a', 'b', 'c', 'd', 'new'], times)).toEqual(['new', 'a', 'c'])
})
