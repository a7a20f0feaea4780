import { useAtomValue } from 'jotai'
import type { MouseEvent } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import type { Page, PageName } from '../../src/contract/pages.ts'
import { PageTitle } from '../layout/page-title.tsx'
import { viewerAtom } from '../state/viewer.ts'
import { fileOf, texts } from './texts.ts'
import './written-page.css.ts'
import { ownPath } from './own-path.ts'

/** A page that the owner wrote. */
export function WrittenPage({ name }: { name: PageName }) {
  const { html } = useLoaderData<Page>()
  const { isOwner } = useAtomValue(viewerAtom)
  const navigate = useNavigate()

  /** Links to other screens need no new page; the text is no React tree to put Link into. */
  const follow = (event: MouseEvent<HTMLElement>) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const path = link && ownPath(link)
    if (!isPlain || event.altKey || !path) return
    event.preventDefault()
    void navigate(path)
  }

  return (
    <>
      <PageTitle>{texts.titles[name]}</PageTitle>
      {html.trim() ? (
        // The keyboard's Enter on a link is a click as well.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the links in it are what is pressed
        <article
          className={`prose is-${name}`}
          dir="auto"
          onClick={follow}
          // The server renders it from Markdown with raw HTML off and links to scripts left out.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: no other HTML than that gets here
          dangerouslySetInnerHTML={{ __html: html }}
        />
      ) : (
        <section className="notice">
          <h1>{texts.empty.heading}</h1>
          {!isOwner && <p>{texts.empty.visitor}</p>}
        </section>
      )}
      {isOwner && (
        <p className="written-hint">
          {texts.yours}
          <code>{fileOf(name)}</code>
          {texts.how}
        </p>
      )}
    </>
  )
}
