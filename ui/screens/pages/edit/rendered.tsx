import type { MouseEvent } from 'react'
import type { PageName } from '../../../../src/contract/site/pages.ts'
import '../written-page.css.ts'
import { rendered } from './styles.css.ts'

/** A page's HTML from the server. Its links open beside the editor, so that no text is left. */
export function Rendered({ page, html }: { page: PageName; html: string }) {
  const open = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.getAttribute('href')?.startsWith('#')) return
    event.preventDefault()
    window.open(link.href, '_blank', 'noopener')
  }
  return (
    // Pressing Enter on a link is also a click.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are clicked
    <article
      className={`prose is-${page} ${rendered}`}
      dir="auto"
      onClick={open}
      // Rendered by the server from Markdown, without raw HTML and javascript: links.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's HTML is safe
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
