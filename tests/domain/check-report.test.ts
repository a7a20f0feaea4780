import { expect, test } from 'bun:test'
import { createCheckReport } from '../../src/cli/check-report.ts'
import type { CheckCounts } from '../../src/operations/check/check.ts'
import type { Problem } from '../../src/operations/check/problem.ts'

const counts: CheckCounts = {
  total: 40,
  photos: 40,
  read: 2,
  renditions: 1234,
  cameras: 1,
  lasting: 66,
}
const plain = { isDeep: false, sample: undefined }

function report({ isTTY = false } = {}) {
  const written: string[] = []
  const output = { isTTY, columns: 30, write: (text: string) => written.push(text) }
  const made = createCheckReport(output, '/photos')
  return { ...made, text: () => written.join('') }
}

const lost = (n: number): Problem => ({ text: `Lost ${n}`, advice: 'Find it.', isOriginal: true })

test('a check without findings prints one line that says what was read', () => {
  for (const [options, expected] of [
    [
      plain,
      'Checked 40 photos, 1,234 renditions, 1 camera picture in /photos: no problems found. Renditions and camera pictures were not read, only their sizes and dates; --deep reads them.\n',
    ],
    [
      { isDeep: true, sample: undefined },
      'Checked 40 photos (read and decoded), 1,234 renditions, 1 camera picture in /photos: no problems found.\n',
    ],
    [
      { isDeep: false, sample: 0.05 },
      'Checked 40 photos (2 of them, chosen at random, read and decoded), 1,234 renditions, 1 camera picture in /photos: no problems found.\n',
    ],
  ] as const) {
    const { summary, progress, text } = report()
    progress('Checking: 1 of 40 photos')
    summary(counts, options)
    expect(text()).toBe(expected)
  }
})

test('a check without findings counts missing renditions and does not list them', () => {
  const { problem, summary, text } = report()
  problem({ text: 'Missing', advice: '', isMinor: true })
  summary(counts, plain)
  expect(text()).toEndWith(
    'no problems found. 1 missing rendition will be made when requested. Renditions and camera pictures were not read, only their sizes and dates; --deep reads them.\n',
  )
  expect(text()).not.toContain('Missing')
})

test('each problem is followed by what to do, and no control character reaches the terminal', () => {
  const { problem, summary, text } = report()
  problem({ text: 'Damaged: \u001b[2Jtitle\nfake line', advice: 'Upload it again.' })
  summary(counts, plain)
  expect(text()).toBe(
    'Damaged: ?[2Jtitle?fake line\n  Upload it again.\nChecked 40 photos, 1,234 renditions, 1 camera picture in /photos: 1 problem, listed above. Renditions and camera pictures were not read, only their sizes and dates; --deep reads them.\n',
  )
})

test('a report suspects the folder itself when more than a tenth of the originals are missing', () => {
  const few = report()
  for (let n = 0; n < 4; n++) few.problem(lost(n))
  few.summary(counts, plain)
  expect(few.text()).toEndWith(
    '4 problems, listed above. Renditions and camera pictures were not read, only their sizes and dates; --deep reads them.\n',
  )
  const many = report()
  for (let n = 0; n < 5; n++) many.problem(lost(n))
  many.summary(counts, plain)
  expect(many.text()).toContain('First check whether --data names the right folder')
})

test('progress on a terminal stays on one line of its width and is cleared by the next output', () => {
  const { progress, problem, text } = report({ isTTY: true })
  progress('Checking: 123,456 of 200,000 photos')
  problem(lost(1))
  expect(text()).toBe('\r\x1b[KChecking: 123,456 of 200,000 \r\x1b[KLost 1\n\r\x1b[K  Find it.\n')
})
