import { expect, test } from 'bun:test'
import { durationText, moveProgressOn, progressText } from '../../src/cli/move-progress.ts'

const progress = (files: number, bytes: number) => ({
  done: { files, bytes },
  total: { files: 5000, bytes: 20_000_000_000 },
})

test('the progress of a move has files, bytes, rate and the time left', () => {
  const { done, total } = progress(1234, 5_000_000_000)
  expect(progressText(done, total, 100_000)).toBe(
    'Copying 1,234 of 5,000 files, 5.0 GB of 20.0 GB, 50.0 MB/s, 5 min left',
  )
  expect(progressText({ files: 0, bytes: 0 }, { files: 0, bytes: 0 }, 0)).toBe(
    'Copying 0 of 0 files, 0 bytes of 0 bytes, 0 bytes/s',
  )
})

test('the time left is in seconds, minutes or hours', () => {
  expect([0.1, 40, 60, 3540, 3600, 12_000].map(durationText)).toEqual([
    '1 s',
    '40 s',
    '1 min',
    '59 min',
    '1 h 0 min',
    '3 h 20 min',
  ])
})

test('the progress is one fitting line on a terminal, and elsewhere a line every ten seconds', () => {
  let now = 1000
  const written: string[] = []
  const write = (text: string) => written.push(text)
  const terminal = moveProgressOn({ isTTY: true, columns: 40, write }, () => now)
  terminal.show(progress(1, 1000))
  terminal.show(progress(2, 2000))
  terminal.line('Done.')
  expect(written).toEqual([
    '\r\x1b[KCopying 1 of 5,000 files, 1.0 KB of 20.',
    '\r\x1b[K',
    'Done.\n',
  ])

  written.length = 0
  const lines = moveProgressOn({ write }, () => now)
  for (now = 1000; now <= 22_000; now += 1000) lines.show(progress(1, 1000))
  lines.clear()
  expect(written.length).toBe(2)
  expect(written[0]).toMatch(/^Copying 1 of 5,000 files, .* left\n$/)
})
