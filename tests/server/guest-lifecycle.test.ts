import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Guest } from '../../src/contract/people/guests.ts'
import type { Browser } from '../support/browser.ts'
import { type Gallery, openGallery } from '../support/gallery.ts'
import { codeIn, letters } from '../support/mailbox.ts'

const minuteMs = 60_000
const emails = ['ann@example.org', 'ben@example.org', 'cat@example.org', 'ANN@Example.org']
const names = ['Ann', 'ann', 'Ben', 'Ann 2', 'Ann Example']
const browserCount = 2

type Step =
  | { do: 'register'; email: string; name: string }
  | { do: 'follow'; letter: number; browser: number }
  | { do: 'update'; browser: number; email?: string | undefined; name?: string | undefined }
  | { do: 'logout'; browser: number }
  | { do: 'wait'; ms: number }

const index = fc.nat(browserCount - 1)
const email = fc.constantFrom(...emails)
const name = fc.constantFrom(...names)
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const step: fc.Arbitrary<Step> = fc.oneof(
  often(2, fc.record({ do: fc.constant('register' as const), email, name })),
  often(
    5,
    fc.record({
      do: fc.constant('follow' as const),
      letter: fc.constantFrom(0, 0, 0, 1, 2, 3),
      browser: index,
    }),
  ),
  often(
    4,
    fc.record(
      { do: fc.constant('update' as const), browser: index, email, name },
      { requiredKeys: ['do', 'browser'] },
    ),
  ),
  often(1, fc.record({ do: fc.constant('logout' as const), browser: index })),
  often(
    1,
    fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(60 * minuteMs, 1440 * minuteMs),
    }),
  ),
)

type Row = {
  row_id: number
  name: string
  name_key: string | null
  email: string
  email_key: string
  verified_at: number | null
}
const key = (text: string) => text.normalize('NFKC').trim().toLowerCase()

/** Checks what must hold for a gallery at all times, whatever guests do. */
async function look(gallery: Gallery, browsers: Browser[]): Promise<Row[]> {
  const rows = gallery.services.store.connection.query<Row, []>('SELECT * FROM guest').all()
  const verified = rows.filter(({ verified_at }) => verified_at !== null)
  expect(new Set(verified.map((guest) => key(guest.name))).size).toBe(verified.length)
  expect(new Set(rows.map((guest) => key(guest.email))).size).toBe(rows.length)
  for (const guest of rows) {
    expect(guest.email_key).toBe(key(guest.email))
    expect(guest.name_key).toBe(guest.verified_at === null ? null : key(guest.name))
    expect(guest.name_key).not.toBe('ann example')
  }
  for (const browser of browsers) {
    const answer = await browser.get('/api/guest')
    if (answer.status === 401) continue
    const { data } = (await answer.json()) as { data: Guest }
    const held = verified.find((row) => row.email === data.email)
    expect([data.verified, held?.name]).toEqual([true, data.name])
  }
  return rows
}

test('guests stay separate when they register, verify, change and sign out in any order', async () => {
  const seen = { followed: 0, refused: 0, renamed: 0, moved: 0, taken: 0 }

  const play = async (steps: Step[]) => {
    await using gallery = await openGallery()
    await gallery.asOwner()
    const browsers = Array.from({ length: browserCount }, () => gallery.asVisitor())
    const followed = new Set<string>()
    /** When each guest's current name was requested, by row id. */
    const askedAt = new Map<number, number>()
    const sentAt = new Map<string, number>()
    let before = await look(gallery, browsers)

    for (const step of steps) {
      gallery.clock.advance(5 * minuteMs)
      const mayChange = new Set<string>()
      switch (step.do) {
        case 'register':
          await gallery.asVisitor().post('/api/guest', { name: step.name, email: step.email })
          break
        case 'follow': {
          const letter = (await letters(gallery)).at(-1 - step.letter)
          if (!letter) break
          const code = codeIn(letter)
          const answer = await browsers[step.browser]!.post('/api/guest/verify', { code })
          if (answer.status !== 200) {
            expect(answer.status).toBe(400)
            seen.refused++
            break
          }
          seen.followed++
          const guest = ((await answer.json()) as { data: Guest }).data
          // Opening a link signs in only the guest with that address.
          expect(key(letter.to)).toContain(key(guest.email))
          const me = await browsers[step.browser]!.data<Guest>('/api/guest')
          expect(me).toEqual(guest)
          if (followed.has(code)) break
          followed.add(code)
          const row = gallery.services.store.connection
            .query<Row, [string]>('SELECT * FROM guest WHERE email = ?')
            .get(guest.email)!
          const earlier = before.find((guest) => guest.row_id === row.row_id)
          const asked = sentAt.get(letter.file)!
          if (earlier && earlier.email_key !== row.email_key) seen.moved++
          if (earlier?.verified_at != null && asked < (askedAt.get(row.row_id) ?? 0)) {
            expect(row.name).toBe(earlier.name)
          } else {
            askedAt.set(row.row_id, asked)
          }
          mayChange.add(row.email_key)
          if (earlier) mayChange.add(earlier.email_key)
          break
        }
        case 'update': {
          const browser = browsers[step.browser]!
          const was = await browser.get('/api/guest')
          const { do: _, browser: __, ...body } = step
          const answer = await browser.post('/api/guest/update', body)
          if (was.status === 401) {
            expect(answer.status).toBe(401)
            break
          }
          if (answer.status === 409) seen.taken++
          if (answer.status !== 200) break
          const old = ((await was.json()) as { data: Guest }).data
          const now = ((await answer.json()) as { data: Guest }).data
          expect(now).toEqual({ ...old, name: step.name ?? old.name })
          mayChange.add(key(now.email))
          if (step.name) {
            seen.renamed++
            const { row_id } = before.find((row) => row.email === now.email)!
            askedAt.set(row_id, gallery.clock.now())
          }
          break
        }
        case 'logout':
          await browsers[step.browser]!.get('/api/guest/logout')
          expect((await browsers[step.browser]!.get('/api/guest')).status).toBe(401)
          break
        case 'wait':
          gallery.clock.advance(step.ms)
      }
      for (const { file } of await letters(gallery)) {
        if (!sentAt.has(file)) sentAt.set(file, gallery.clock.now())
      }
      const after = await look(gallery, browsers)
      const lasting = (rows: Row[]) =>
        rows.filter((row) => row.verified_at !== null && !mayChange.has(row.email_key))
      expect(lasting(after)).toEqual(lasting(before))
      before = after
    }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 25, size: 'max' }), play),
    { numRuns: 60 },
  )
  // Otherwise the steps would have proved nothing.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0)
}, 180_000)
