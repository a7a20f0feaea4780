/** Text that is HTML already and goes into a page as it is. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = string | number | Html | undefined | null | false | readonly Value[]

/** A piece of HTML: every value is escaped for text and quoted attributes unless it is Html. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.reduce((text, part, index) => text + render(values[index - 1]) + part))
}

function render(value: Value): string {
  if (value === undefined || value === null || value === false) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  return escapeHtml(String(value))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

/** Data for the page's scripts; `<` is escaped, so that no text can end the element. */
export function jsonScript(id: string, data: unknown): Html {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return new Html(`<script type="application/json" id="${id}">${text}</script>`)
}
