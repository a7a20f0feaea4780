import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Job } from '../../src/contract/imports/jobs.ts'
import { type FakeDrive, openFakeDrive } from '../../tests/support/fake-drive.ts'
import type { Photos } from './photos.ts'
import type { Product } from './product.ts'
import { type Part, type Row, rounded } from './rows.ts'
import { ownerCookie } from './sign-in.ts'

const folder = 'Photos'

/** The pace of an import from a Drive on this machine, which costs Vitrine no waiting. */
export function driveParts(product: Product, photos: Photos, { count }: { count: number }): Part[] {
  const run = async (): Promise<Row[]> => {
    const files = await photos.small(count)
    await using fake = await openFakeDrive()
    const parent = fake.addFolder(folder)
    for (const file of files) {
      fake.addFile(parent, { name: basename(file), bytes: readFileSync(file) })
    }
    const byCommand = (await product.importInto(product.newData(), files)).wallMs
    const fromDrive = await importFrom(fake)
    const pace = (1000 * count) / fromDrive
    return [
      {
        what: `${count} small photos from Google Drive`,
        ours: `${rounded(pace)} photos/s`,
        reference: `${rounded((1000 * count) / byCommand)} photos/s`,
        judged: pace,
        unit: 'photos/s',
        bound: 'at least',
        // One and a half times the pace of downloads that were decoded one by one.
        pass: 18.6,
        note: 'reference: vitrine import of the same files; the fake Drive uses the same cores',
      },
    ]
  }

  /** @returns how long the job took, in ms. */
  const importFrom = async (fake: FakeDrive): Promise<number> => {
    const { origin, running } = await product.serve(product.newData(), {
      ...ownerCookie.env,
      VITRINE_GOOGLE_URL: fake.url,
      VITRINE_GOOGLE_CLIENT_ID: fake.clientId,
      VITRINE_GOOGLE_CLIENT_SECRET: fake.clientSecret,
    })
    const Cookie = await ownerCookie.of(origin)
    const send = (path: string, init: RequestInit = {}) =>
      fetch(origin + path, {
        redirect: 'manual',
        ...init,
        headers: { Cookie, 'Content-Type': 'application/json' },
      })
    const job = async (path: string, init?: RequestInit) => {
      const answer = await send(path, init)
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return ((await answer.json()) as { data: Job }).data
    }
    const leave = await send('/api/drive/auth?redir=/account/drive')
    const consent = await fetch(leave.headers.get('location') ?? '', { redirect: 'manual' })
    const back = new URL(consent.headers.get('location') ?? '')
    await send(back.pathname + back.search)
    await job('/api/user/gdrive', {
      method: 'PUT',
      body: JSON.stringify({ driveFolderName: folder }),
    })

    const begun = performance.now()
    let { id, state, done, ...rest } = await job('/api/drive/job/schedule', {
      method: 'POST',
      body: '{}',
    })
    while (state === 'SCHEDULED' || state === 'STARTED') {
      await Bun.sleep(200)
      ;({ state, done, ...rest } = await job(`/api/drive/job/${id}`))
    }
    const ms = performance.now() - begun
    await running.stop()
    if (done !== count)
      throw new Error(`${done} of ${count} were imported: ${JSON.stringify(rest)}`)
    return ms
  }

  return [{ name: 'drive', about: 'import from Google Drive', run }]
}
