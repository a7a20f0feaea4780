import { html } from 'hono/html'

/** A page of a heading and a sentence, for when the interface cannot be served. */
export const plainPage = (title: string, text: string, reloadSeconds?: number): string =>
  html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${reloadSeconds && html`<meta http-equiv="refresh" content="${reloadSeconds}">`}
<title>${title}</title>
<h1>${title}</h1>
<p>${text}</p>
</html>
`.toString()
