import { html as honoHtml } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** A piece of HTML. */
export type Html = HtmlEscapedString

/** HTML from a template, values escaped. Hono's answers a promise only for values that are one. */
export const html = (strings: TemplateStringsArray, ...values: unknown[]): Html =>
  honoHtml(strings, ...values) as Html
