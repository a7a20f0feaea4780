import { html as honoHtml } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString

/** HTML from a template with escaped values. Hono returns a promise only if a value is one. */
export const html = (strings: TemplateStringsArray, ...values: unknown[]): Html =>
  honoHtml(strings, ...values) as Html
