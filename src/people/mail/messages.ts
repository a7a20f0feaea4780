import { html } from 'hono/html'
import { withoutDirections } from '../../contract/text/directions.ts'

/** The same content as plain text and as HTML. */
export type Message = {
  readonly sender: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Signs that stand for a dot or a slash in addresses, or only look like one. */
const dots = '.\u3002\u06d4\u0701\u0702\ua4f8\u00b7'
const linkLike = new RegExp(
  `[/@\\\\\u2044\u2215\u29f8]|[\\p{L}\\p{M}\\p{N}][${dots}]\\p{L}{2}`,
  'u',
)

/** Whether mail programs or readers could mistake a text for a link. */
const isLinkLike = (text: string): boolean =>
  linkLike.test(text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''))

/** The link contains its token: put the message in the queue and nowhere else. */
export function verificationMessage({
  siteName,
  guestName,
  email,
  link,
}: {
  siteName: string
  guestName: string
  email: string
  link: string
}): Message {
  const { origin, host } = new URL(link)
  const site = oneLine(siteName) || host
  // Anyone can enter any name and address into the form; the mail must not carry their links.
  const greeting = isLinkLike(guestName) ? 'Hello,' : `Hello ${oneLine(guestName)},`
  const request = `Someone (probably you) wants to like and comment on photos at ${site} with this e-mail address. To confirm that it is yours, open this link:`
  const life = 'The link is valid for 24 hours.'
  const ignore = 'If this was not you, you can ignore this e-mail.'
  return message({
    site,
    origin,
    link,
    to: email,
    subject: `Confirm your e-mail address for ${site}`,
    before: [greeting, request],
    button: 'Confirm my e-mail address',
    after: `${life} ${ignore}`,
  })
}

/** To the owner, whose photos no longer follow Google Drive. `reason` is in plain sentences. */
export function connectionLostMessage({
  siteName,
  email,
  reason,
  link,
}: {
  siteName: string
  email: string
  reason: string
  link: string
}): Message {
  const { origin, host } = new URL(link)
  const site = oneLine(siteName) || host
  return message({
    site,
    origin,
    link,
    to: email,
    subject: `Connect Google Drive again for ${site}`,
    before: [
      'Hello,',
      `${site} can no longer read your Google Drive. ${reason} Your photos stay as they are, but changes in the drive do not appear until you connect it again:`,
    ],
    button: 'Connect Google Drive again',
    after: 'You will not get this e-mail again unless the new connection is lost too.',
  })
}

/** To the owner: a problem, or that it is solved. `advice` is empty if there is nothing to do. */
export function noticeMessage({
  siteName,
  email,
  title,
  advice,
  link,
}: {
  siteName: string
  email: string
  title: string
  advice: string
  link: string
}): Message {
  const { origin, host } = new URL(link)
  const site = oneLine(siteName) || host
  return message({
    site,
    origin,
    link,
    to: email,
    subject: `${site}: ${oneLine(title)}`,
    before: [title, ...(advice === '' ? [] : [advice])],
    button: 'Show the gallery’s status',
    after: `${site} sends you this because you entered this address in Account → Safety, where you can remove it.`,
  })
}

/** The text around a link, which is a button in HTML. */
function message({
  site,
  origin,
  to,
  subject,
  before,
  link,
  button,
  after,
}: {
  site: string
  origin: string
  to: string
  subject: string
  before: readonly string[]
  link: string
  button: string
  after: string
}): Message {
  return {
    sender: site,
    to,
    subject,
    text: [...before, link, after, `${site}\n${origin}`].join('\n\n').concat('\n'),
    html: String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin: 0; padding: 32px 24px; font: 16px/1.5 system-ui, sans-serif">
<div style="max-width: 480px; margin: 0 auto">
${before.map(
  (paragraph) => html`<p>${paragraph}</p>
`,
)}<p style="margin: 28px 0"><a href="${link}" style="display: inline-block; padding: 12px 24px; border: 1px solid #8a8a8a; border-radius: 6px; background: #1c1c1c; color: #ffffff; text-decoration: none">${button}</a></p>
<p>${after}</p>
<p style="font-size: 13px">If the button does not work, open this link: <a href="${link}" style="color: inherit; word-break: break-all">${link}</a></p>
<hr style="margin: 28px 0 16px; border: 0; border-top: 1px solid #8a8a8a">
<p style="font-size: 13px"><a href="${origin}" style="color: inherit">${site}</a></p>
</div>
</body>
</html>
`),
  }
}

/** No line breaks from outside, which would start a new header. */
const oneLine = (text: string) =>
  withoutDirections(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
