import type { Page } from 'playwright/test'
import type { BackupTarget, Safety } from '../../src/contract/site/safety.ts'

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const hourMs = 60 * 60_000
const backup = (change: Partial<BackupTarget>): BackupTarget => ({
  id: crypto.randomUUID(),
  folder: '/mnt/backup/photos',
  isConfigured: false,
  isRunning: false,
  isWaiting: false,
  isHeld: false,
  nextAt: ago(-9 * hourMs),
  lastRun: { at: ago(15 * hourMs), outcome: 'done', reason: null, notes: [], addedBytes: 412e6 },
  verified: { at: ago(15 * hourMs), photos: 12_412, bytes: 61e9 },
  lastDrill: { at: ago(15 * 24 * hourMs), photos: 125, problems: [] },
  ...change,
})

/** Backups in every state, as the server would answer. */
export function manyBackups(): Safety {
  const running = backup({ isRunning: true, lastRun: null, folder: '/mnt/usb/gallery' })
  return {
    schedule: { every: 'week', weekday: 0, hour: 3 },
    keep: { daily: 7, weekly: 4, monthly: 12 },
    timeZone: 'Europe/Berlin',
    hasBucketAccess: true,
    hasBackupKey: false,
    targets: [
      backup({ isConfigured: true }),
      running,
      backup({
        folder: '/srv/a-folder-whose-name-does-not-break-anywhere-at-all/and-one-in-it',
        verified: null,
        lastDrill: null,
        lastRun: {
          at: ago(2 * hourMs),
          outcome: 'missing',
          reason:
            'The backup that was made in /srv/a-folder-whose-name-does-not-break-anywhere-at-all/and-one-in-it on 2026-11-20 is not there. Nothing was backed up.',
          notes: [],
          addedBytes: 0,
        },
      }),
      backup({
        folder: '/home/ann/backup',
        lastRun: {
          at: ago(15 * hourMs),
          outcome: 'incomplete',
          reason: null,
          notes: ['original “Tor.jpg” (2f1c) is missing', 'This backup is on the same disk'],
          addedBytes: 0,
        },
      }),
      backup({
        folder: '/mnt/nas/photos',
        lastDrill: {
          at: ago(15 * hourMs),
          photos: 125,
          problems: [
            'The copy of Fjord (0193) is damaged in the backup: /mnt/nas/photos/originals/93/0193.jpg. Run "vitrine backup /mnt/nas/photos --verify", which replaces it with the gallery’s file.',
          ],
        },
      }),
      backup({
        folder: '/mnt/old',
        isHeld: true,
        nextAt: null,
        lastRun: null,
        verified: null,
        lastDrill: null,
      }),
    ],
    running: {
      target: running.id,
      startedAt: ago(60_000),
      done: 4210,
      total: 12_412,
      bytes: 21e9,
      isDrill: false,
    },
  }
}

export async function mockSafety(page: Page, data: Safety): Promise<void> {
  await page.route('**/api/safety', (route) => route.fulfill({ json: { data } }))
}
