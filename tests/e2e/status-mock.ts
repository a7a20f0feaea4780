import type { Page } from 'playwright/test'
import type { Status } from '../../src/contract/site/status.ts'
import { problemsOf, type TroubledSource } from '../../src/operations/status/problems.ts'

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const hourMs = 60 * 60_000
const idle = { pausedUntil: null, pauseReason: null }
const path = '/srv/photos/a-folder-whose-name-does-not-break-anywhere/and-one-in-it.ts'
const name = 'Exports-of-a-folder-whose-name-does-not-break-anywhere-at-all'

/** A gallery in which everything needs attention and three jobs are running. */
export const troubled = (change: Partial<Status> = {}): Status =>
  withProblems({
    version: '1.2.3',
    startedAt: ago(30 * 24 * hourMs),
    photos: 12_412,
    disk: {
      ...{ originals: 52e9, renditions: 8.1e9, database: 310e6, cameras: 1.2e6, other: 420e6 },
      ...{ place: 'folder', cache: null, measuredAt: ago(60_000), free: 301e6, total: 128e9 },
      ...{ hasRoomForPhotos: true, isAmple: false },
    },
    backup: { at: ago(12 * 24 * hourMs), folder: '/mnt/usb/gallery', photos: 12_400, bytes: 61e9 },
    mail: {
      ...{
        hasServer: true,
        waiting: 3,
        nextTryAt: ago(-10 * 60_000),
        lastSentAt: ago(24 * hourMs),
      },
      lastError: { at: ago(0), text: 'the mail server responded to RCPT TO with 451' },
    },
    drive: {
      ...{ isConfigured: true, authenticated: false, account: null, folder: 'Photos' },
      reason: 'Google no longer accepts this connection. It was revoked. Connect again.',
      lastImport: { finishedAt: ago(2 * hourMs), done: 31, skipped: 2, failed: 3, error: null },
      failures: 3,
    },
    trash: { dueSoon: 2 },
    jobs: [
      { kind: 'drive import', percent: 55, processed: 680, total: 1234, failed: 3, ...idle },
      { kind: 'folder import', percent: 10, processed: 12, total: 120, failed: 0, ...idle },
      {
        kind: 'source sync',
        source: name,
        percent: 40,
        processed: 4,
        total: 10,
        failed: 1,
        ...idle,
      },
    ],
    warnings: Array.from({ length: 12 }, (_, number) => ({
      at: ago(number * hourMs),
      text:
        number === 1
          ? `Request 0199 failed: Error: disk I/O error\n    at open (${path}:10:3)`
          : 'Could not send an e-mail; it will be retried: the mail server responded to RCPT TO with 451.',
    })),
    ...change,
  })

const troubledSource: TroubledSource = {
  ...{ name: 'Weddings', state: 'failed', question: null },
  lastRun: {
    ...{ startedAt: ago(hourMs), finishedAt: ago(hourMs), failed: 0, unreadable: 0 },
    counts: { new: 0, changed: 0, moved: 0, gone: 0, conflicting: 0 },
    error: 'the folder cannot be read (EACCES)',
  },
}

/** With what the server would find wrong with it. */
const withProblems = (facts: Omit<Status, 'problems'>): Status => ({
  ...facts,
  problems: problemsOf(facts, {
    now: Date.now(),
    data: '/srv/photos',
    place: { kind: 'system' },
    isVolumeMissing: false,
    storeTrouble: undefined,
    lastBackup: undefined,
    damage: [],
    incompleteBackup: undefined,
    sources: [troubledSource],
  }),
})

export async function mockStatus(page: Page, status: Status): Promise<void> {
  await page.route('**/api/status', (route) => route.fulfill({ json: { data: status } }))
}
