import type { Page } from 'playwright/test'
import type { NoticeChannel, Notices } from '../../src/contract/site/notices.ts'

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const hourMs = 60 * 60_000
const channel = (number: number, change: Partial<NoticeChannel>): NoticeChannel => ({
  id: `01997c11-0000-7000-8000-00000000000${number}`,
  kind: 'email',
  address: 'ann@example.org',
  hasSecret: false,
  last: { at: ago(15 * hourMs), problem: null },
  waiting: 0,
  ...change,
})

/** Channels in every state, as the server would answer. */
export const manyNotices = (): Notices => ({
  hasMailServer: true,
  channels: [
    channel(1, {}),
    channel(2, {
      kind: 'webhook',
      address:
        'https://hooks.example.org/a-path-that-does-not-break-anywhere-at-all-and-goes-on/4f6d1c2b9a8e7d605142',
      hasSecret: true,
      last: {
        at: ago(2 * hourMs),
        problem: 'The service answered with 401: check the secret or token.',
      },
      waiting: 2,
    }),
    channel(3, { kind: 'ntfy', address: 'https://ntfy.sh/ann-gallery', hasSecret: true }),
    channel(4, {
      kind: 'gotify',
      address: 'https://gotify.example.org',
      hasSecret: true,
      last: null,
    }),
    channel(5, {
      kind: 'heartbeat',
      address: 'https://hc-ping.com/0f3d7b52-8c1e-4c55-9d0a-2b1f6a7c8e90',
      last: { at: ago(9 * hourMs), problem: null },
    }),
  ],
})

export const noNotices: Notices = { hasMailServer: false, channels: [] }

export async function mockNotices(page: Page, data: Notices = noNotices): Promise<void> {
  await page.route('**/api/safety/notices', (route) => route.fulfill({ json: { data } }))
}
