let renderer: Promise<(text: string) => string> | undefined

/** Markdown as HTML that contains nothing executable. */
export async function renderMarkdown(text: string): Promise<string> {
  renderer ??= loadRenderer()
  return (await renderer)(text)
}

/** Loaded with the first page, since a gallery can do without it for days. */
async function loadRenderer() {
  const { default: markdownIt } = await import('markdown-it')
  // Raw HTML is shown as text, and links lead only to http, https, mailto and own paths.
  const parser = markdownIt({ html: false, linkify: true, typographer: true })
  return (text: string) => parser.render(text)
}
