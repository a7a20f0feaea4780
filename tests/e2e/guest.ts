import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningVitrine } from '../support/executable.ts'
import { expect } from './gallery.ts'

export const mailsTo = (server: RunningVitrine, email: string): number =>
  messagesTo(server, email).length

/** The link in the newest e-mail to an address, once there are `count`. */
export async function mailedLink(server: RunningVitrine, email: string, count = 1) {
  await expect.poll(() => mailsTo(server, email)).toBe(count)
  const [link] = /https?:\/\/\S+?\/guest\?code=[\w-]{43}/.exec(messagesTo(server, email).at(-1)!)!
  return link
}

/** Registers a guest without a browser. */
export async function requestLink(server: RunningVitrine, name: string, email: string) {
  const response = await fetch(`${server.address}/api/guest`, {
    method: 'POST',
    body: JSON.stringify({ name, email }),
    headers: { 'Content-Type': 'application/json' },
  })
  expect(response.status).toBe(200)
}

/** Registers a guest and opens the link. @returns the session's cookie. */
export async function guestCookie(server: RunningVitrine, name: string, email: string) {
  await requestLink(server, name, email)
  const code = new URL(await mailedLink(server, email)).searchParams.get('code')
  const verified = await fetch(`${server.address}/api/guest/verify`, {
    method: 'POST',
    body: JSON.stringify({ code }),
    headers: { 'Content-Type': 'application/json' },
  })
  return verified.headers.get('set-cookie')!.split(';')[0]!
}

/** Sends a request with a session's cookie. */
export async function sendAs(server: RunningVitrine, cookie: string, path: string, body?: object) {
  const response = await fetch(server.address + path, {
    method: 'POST',
    headers: { Cookie: cookie, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status).toBe(200)
}

/** Whole messages, oldest first. */
function messagesTo(server: RunningVitrine, email: string): string[] {
  const folder = join(server.data, 'outbox')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.eml'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((text) => new RegExp(`^To: .*${RegExp.escape(email)}`, 'm').test(text))
}
