import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../src/services.ts'

type Sender = { readonly data: string; readonly services: Pick<Services, 'mail'> }

/** A message in the outbox; its text part comes first and is not encoded. */
export type Letter = { readonly to: string; readonly text: string; readonly file: string }

/** All messages that the gallery has sent, oldest first. */
export async function letters(gallery: Sender): Promise<Letter[]> {
  await gallery.services.mail.flush()
  const folder = join(gallery.data, 'outbox')
  const files = await readdir(folder).catch(() => [])
  return Promise.all(
    files.sort().map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      return { to: /^To: (.*?)\r?$/m.exec(text)?.[1] ?? '', text, file }
    }),
  )
}

export async function lettersTo(gallery: Sender, email: string) {
  return (await letters(gallery)).filter(({ to }) => to.includes(email))
}

export function linkIn({ text }: Letter): string {
  const [link] = /https?:\/\/\S+?\/guest\?code=[\w-]{43}/.exec(text) ?? []
  if (!link) throw new Error(`no link in\n${text}`)
  return link
}

export const codeIn = (letter: Letter): string => new URL(linkIn(letter)).searchParams.get('code')!
